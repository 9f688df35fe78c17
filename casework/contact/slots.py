"""Phones on the page of a person, in an extract and in the API."""

from typing import Any

from django.db.models import Exists
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission as P
from casework.contact.models import Phone
from casework.corrections.models import Correction
from casework.register.models.alias import Alias
from casework.register.models.individual import Individual
from casework.slots.api import WHO, Resource
from casework.slots.extract import SEARCH, recorded_held
from casework.slots.holdings import holds_about

phones_resource = Resource(
    "phones",
    Phone,
    P.INDIVIDUAL_READ,
    "individual",
    (
        *WHO,
        "label",
        "country",
        "may_be_called",
        "asks_first",
        "is_message_only",
        "takes_no_voicemail",
        "call_from",
        "call_until",
        "ended_on",
    ),
    ("label", "country", "may_be_called"),
    "recorded_at",
)

phone_held = recorded_held(
    Phone,
    _("Phones"),
    ["number", "country", "who_may_answer"],
    {"token": SEARCH, "tail_token": SEARCH},
)


class ContactSection:
    slug, title = "contact", _("Contact")
    permission, change = P.INDIVIDUAL_READ, P.INDIVIDUAL_CHANGE
    template = "casework/contact/contact_section.html"
    is_aside = False

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        aliases = list(individual.aliases.all()) if holds_about(individual, user, Alias) else []
        phones = []
        if holds_about(individual, user, Phone):
            # Numbers before the right one stand where the number is shown: that look is written down.
            in_use = individual.phones.in_use(user.today())
            phones = list(in_use.annotate(is_put_right=Exists(Correction.objects.of_each())))
        return {
            "phones": phones,
            "aliases": aliases,
            "corrections": list(Correction.objects.of(*aliases)),
        }


VERBS: dict[str, str | Promise] = {
    "phone.added": _("added a phone"),
    "phone.changed": _("changed what to mind before a call"),
    "phone.corrected": _("corrected a phone number"),
    "phone.ended": _("recorded that a phone is no longer used"),
    "phone.read": _("looked at a phone number"),
}
