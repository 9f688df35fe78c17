"""The link for writing confidentially, what falls due for readers, and a sentence in extracts."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts import due
from accounts.models import User
from accounts.permissions import Permission as P
from accounts.sight import visible_keys
from casework.compartments.choices import Compartment
from casework.compartments.models import SealedAccount
from casework.register.models.case import Case
from casework.register.querysets.case import people_today
from casework.slots.extract import LeftOut

# Each extract has this sentence, whether or not there is an account.
account_left_out = LeftOut(
    SealedAccount,
    gettext_lazy(
        "What people may have said in confidence: whoever is named to hear it tells the person by word of mouth."
    ),
)


class ConfidePanel:
    """The link for writing confidentially. It is the same in each file, so it does not reveal whether anybody wrote."""

    slug, title = "in-confidence", gettext_lazy("In confidence")
    permission = P.COMPARTMENT_WRITE
    page = "people"
    template = "casework/compartments/confide_panel.html"
    is_on_card = True

    def context(self, case: Case, user: User) -> dict[str, Any]:
        return {"people": people_today(case, user)}


confide_panel = ConfidePanel()


def _accounts_for(accounts: Any, user: User) -> Any:
    """Returns accounts that the user is named to read, without those of their own."""
    visible_accounts = visible_keys(SealedAccount.objects, user, P.COMPARTMENT_READ)
    return accounts.filter(pk__in=visible_accounts).exclude(recorded_by=user)


# Due until somebody opens the account. The item names neither person nor subject: others may see the screen.
accounts_to_read = due.Source(
    kind="account_to_read",
    title=gettext_lazy("Written in confidence for you"),
    permission=P.COMPARTMENT_READ,
    about=SealedAccount,
    date="written_on",
    office="office_id",
    rows_on=lambda today: SealedAccount.objects.unread().filter(compartment=Compartment.PROTECTION),
    say=lambda account: _("Something waits to be read by you"),
    what=lambda account: _("Something waits to be read by you"),
    read_by=_accounts_for,
    tells=True,
    actions=(due.DueAction(pgettext_lazy("act", "Read"), "account-read", P.COMPARTMENT_READ),),
)

VERBS: dict[str, str | Promise] = {
    "compartment.listed": gettext_lazy("looked whether something in confidence waits"),
    "compartment.read": gettext_lazy("read something said in confidence"),
    "compartment.reader_ended": gettext_lazy(
        "ended that a colleague reads what is said in confidence"
    ),
    "compartment.reader_named": gettext_lazy(
        "named a colleague to read what is said in confidence"
    ),
    "compartment.readers_listed": gettext_lazy("looked who reads what is said in confidence"),
    "compartment.written": gettext_lazy("wrote something down in confidence"),
}
