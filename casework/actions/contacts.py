"""Whom to call at an organisation."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.own_office import own_office
from casework.actions.refusals import refuse_future
from casework.models import Organisation, PartnerContact
from pages.refusals import ActionRefused
from vault.keys import issue_key


def _write(contact: PartnerContact, *, by: User, **facts: str) -> None:
    for name, text in facts.items():
        setattr(contact, name, text.strip())
    if not (contact.name or contact.post):
        raise ActionRefused(_("Give the name or the position."), field="post")
    contact.changed_by = by
    contact.save()


@transaction.atomic
def add_contact(
    organisation: Organisation,
    *,
    by: User,
    post: str = "",
    name: str = "",
    phone: str = "",
    email: str = "",
) -> PartnerContact:
    """Adds somebody to the directory of the user's office; name, phone and mail are sealed."""
    office = own_office(by, Permission.PARTNER_CHANGE)
    contact = PartnerContact(key_id=issue_key(), office=office, organisation=organisation)
    _write(contact, by=by, post=post, name=name, phone=phone, email=email)
    record("contact.added", by=by, about=contact)
    return contact


@transaction.atomic
def change_contact(
    contact: PartnerContact,
    *,
    by: User,
    post: str = "",
    name: str = "",
    phone: str = "",
    email: str = "",
) -> PartnerContact:
    """Corrects an entry of the directory."""
    contact = PartnerContact.objects.lock(contact)
    require(by, Permission.PARTNER_CHANGE, about=contact)
    _write(contact, by=by, post=post, name=name, phone=phone, email=email)
    record("contact.changed", by=by, about=contact)
    return contact


@transaction.atomic
def end_contact(contact: PartnerContact, *, ended_on: datetime.date, by: User) -> PartnerContact:
    """Takes somebody off the directory from that day on; the entry is kept."""
    contact = PartnerContact.objects.lock(contact)
    require(by, Permission.PARTNER_CHANGE, about=contact)
    refuse_future(ended_on, by=by, field="ended_on")
    if contact.ended_on:
        raise ActionRefused(_("This has ended already."))
    contact.ended_on = ended_on
    contact.changed_by = by
    contact.save(update_fields=["ended_on", "changed_by", "changed_at"])
    record("contact.ended", by=by, about=contact)
    return contact
