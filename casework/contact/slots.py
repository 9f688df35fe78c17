"""Phones on the page of a person, in extracts and in the API."""

import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission as P
from casework.contact.models import Phone
from casework.corrections.slots import corrections_of, with_is_corrected
from casework.register.models.alias import Alias
from casework.register.models.individual import Individual
from casework.slots.api import PERSON_FIELDS, Resource
from casework.slots.extract import WHY_NO_SEARCH_HASHES, ExtractPart
from casework.slots.holdings import holds_about
from pages.questions import PLACEHOLDER, cached_rows

phones_resource = Resource(
    "phones",
    Phone,
    P.INDIVIDUAL_READ,
    "individual",
    (
        *PERSON_FIELDS,
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

phone_extract = ExtractPart(
    Phone,
    _("Phones"),
    ["number", "who_may_answer"],
    {"token": WHY_NO_SEARCH_HASHES, "tail_token": WHY_NO_SEARCH_HASHES},
)


class ContactSection:
    slug, title = "contact", _("Contact")
    permission, change = P.INDIVIDUAL_READ, P.INDIVIDUAL_CHANGE
    template = "casework/contact/contact_section.html"
    is_aside = False

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        aliases, phones, person_key = [], [], {PLACEHOLDER: individual.pk}
        if holds_about(individual, user, Alias):
            aliases = cached_rows(_aliases, values=person_key)
        if holds_about(individual, user, Phone):
            phones = cached_rows(_phones, values=person_key)
        return {
            "phones": [each for each in phones if not _has_ended(each, user.today())],
            "past_phones": [each for each in phones if _has_ended(each, user.today())],
            "aliases": aliases,
            "corrections": corrections_of(*(each for each in aliases if not each.is_hidden)),
        }


def _aliases() -> Any:
    # Former names are shown with the changes of the person's name.
    return with_is_corrected(Alias.objects.filter(individual=PLACEHOLDER, change=None))


def _has_ended(phone: Phone, day: datetime.date) -> bool:
    return phone.ended_on is not None and phone.ended_on <= day


def _phones() -> Any:
    # Corrections show earlier numbers, so only the page of the number shows them, which records the view.
    return with_is_corrected(Phone.objects.filter(individual=PLACEHOLDER))


VERBS: dict[str, str | Promise] = {
    "phone.added": _("added a phone"),
    "phone.changed": _("changed what to mind before a call"),
    "phone.corrected": _("corrected a phone number"),
    "phone.ended": _("recorded that a phone is no longer used"),
    "phone.read": _("looked at a phone number"),
}
