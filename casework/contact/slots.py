"""Phones on the page of a person, in an extract and in the API."""

import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission as P
from casework.contact.models import Phone
from casework.corrections.slots import corrections_of, with_put_right
from casework.register.models.alias import Alias
from casework.register.models.individual import Individual
from casework.slots.api import WHO, Resource
from casework.slots.extract import SEARCH, recorded_held
from casework.slots.holdings import holds_about
from pages.questions import ANY_KEY, kept_rows

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
        aliases, phones, asked = [], [], {ANY_KEY: individual.pk}
        if holds_about(individual, user, Alias):
            aliases = kept_rows(_aliases, values=asked)
        if holds_about(individual, user, Phone):
            phones = kept_rows(_phones, user.today(), values=asked)
        return {
            "phones": phones,
            "aliases": aliases,
            "corrections": corrections_of(*(each for each in aliases if not each.is_hidden)),
        }


def _aliases() -> Any:
    # A former name stands beside the one of today, under what changed.
    return with_put_right(Alias.objects.filter(individual=ANY_KEY, change=None))


def _phones(day: datetime.date) -> Any:
    # Numbers before the right one stand where the number is shown: that look is written down.
    return with_put_right(Phone.objects.filter(individual=ANY_KEY).in_use(day))


VERBS: dict[str, str | Promise] = {
    "phone.added": _("added a phone"),
    "phone.changed": _("changed what to mind before a call"),
    "phone.corrected": _("corrected a phone number"),
    "phone.ended": _("recorded that a phone is no longer used"),
    "phone.read": _("looked at a phone number"),
}
