"""Wishes for anonymity, and restrictions on contact with the media."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_end, refuse_future
from casework.corrections.actions import apply_correction, correction_action, refuse_mistake
from casework.identity.choices import MediaReason
from casework.identity.models import AnonymityWish, MediaRestriction
from casework.register.actions import (
    changed_by,
    end_row,
    lock_row,
    record_about_person,
    refuse_ended,
    save_new_row,
    tokens_of,
)
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from partners.models import Organisation


@transaction.atomic
def wish_anonymity(
    individual: Individual, *, wished_on: datetime.date, by: User, alias: str = ""
) -> AnonymityWish:
    """Records the wish. From now on every list, roster and export shows the alias or number instead of the name."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    refuse_future(wished_on, by=by, field="wished_on")
    if individual.anonymity_wishes.filter(ended_on=None).exists():
        raise ActionRefused(_("This person has asked for anonymity already."))
    wish = new_wish(individual, wished_on=wished_on, by=by)
    wish.save(force_insert=True)
    individual.alias = alias.strip()
    _set_anonymous(individual, True, by=by)
    record_about_person("anonymity.wished", wish, by=by)
    return wish


def new_wish(individual: Individual, *, wished_on: datetime.date, by: User) -> AnonymityWish:
    return AnonymityWish(
        key_id=individual.key_id, individual=individual, wished_on=wished_on, recorded_by=by
    )


@transaction.atomic
def change_alias(wish: AnonymityWish, *, alias: str, by: User) -> AnonymityWish:
    """Sets or removes the alias of an anonymous person; the name stays hidden throughout."""
    wish = lock_row(wish, Permission.INDIVIDUAL_CHANGE, by=by)
    refuse_ended(wish)
    if not (alias.strip() or wish.individual.full_name):
        raise ActionRefused(_("Give at least one name or an alias."), field="alias")
    if wish.individual.alias != alias.strip():
        wish.individual.alias = alias.strip()
        _set_anonymous(wish.individual, True, by=by)
        record_about_person("anonymity.alias_changed", wish, by=by)
    return wish


@transaction.atomic
def end_anonymity(wish: AnonymityWish, *, ended_on: datetime.date, by: User) -> AnonymityWish:
    """Records that the person withdrew the wish: lists show the name again. The alias is still found."""
    wish = end_row(wish, Permission.INDIVIDUAL_CHANGE, "anonymity.ended", ended_on=ended_on, by=by)
    _set_anonymous(wish.individual, False, by=by)
    return wish


def _apply_wish(wish: AnonymityWish, *, by: User) -> None:
    """Refuses impossible days. A wish without an end hides the name."""
    on_file = AnonymityWish.objects.get(pk=wish.pk)
    refuse_future(wish.wished_on, by=by, field="wished_on")
    if wish.ended_on:
        if on_file.ended_on is None:
            raise ActionRefused(_("Taking the wish back is a step of its own."), field="ended_on")
        refuse_end(wish, wish.ended_on, by=by)
    elif on_file.ended_on:
        others = wish.individual.anonymity_wishes.filter(ended_on=None)
        if others.exclude(pk=wish.pk).exists():
            raise ActionRefused(_("This person has asked for anonymity already."), field="ended_on")
        _set_anonymous(wish.individual, True, by=by)


correct_anonymity = correction_action(
    Permission.INDIVIDUAL_CHANGE, verb="anonymity.corrected", then=_apply_wish
)


def _set_anonymous(individual: Individual, is_anonymous: bool, *, by: User) -> None:
    individual.is_anonymous = is_anonymous
    individual.name_tokens = tokens_of(individual, individual.aliases.all())
    individual.save(
        update_fields=["is_anonymous", "alias", "name_tokens", *changed_by(individual, by)]
    )


@transaction.atomic
def restrict_media(
    individual: Individual,
    *,
    reason: str,
    on: datetime.date,
    by: User,
    authority: Organisation | None = None,
    note: str = "",
) -> MediaRestriction:
    """Records that the person does not talk to the media and, for an order, which authority gave it."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    refuse_future(on, by=by)
    _refuse_wrong_authority(reason, authority)
    restriction = save_new_row(
        MediaRestriction, individual, by=by, reason=reason, authority=authority, on=on, note=note
    )
    record_about_person("media.restricted", restriction, by=by, reason=reason)
    return restriction


@transaction.atomic
def lift_media_restriction(
    restriction: MediaRestriction, *, ended_on: datetime.date, by: User
) -> MediaRestriction:
    refuse_mistake(restriction)
    return end_row(
        restriction, Permission.INDIVIDUAL_CHANGE, "media.lifted", ended_on=ended_on, by=by
    )


def _refuse_wrong_authority(reason: str, authority: Organisation | None) -> None:
    if (reason == MediaReason.AUTHORITY) != bool(authority):
        raise ActionRefused(
            _("Name the authority if there is an order, and only then."), field="authority"
        )


@transaction.atomic
def correct_media_restriction(
    restriction: MediaRestriction, *, by: User, reason: str = "", **facts: Any
) -> MediaRestriction:
    """Corrects `media_reason`, `authority`, `on`, `note` and, for an ended one, `ended_on`.

    `is_mistake` marks it as recorded by mistake, without effect. `reason` is why it is corrected; `media_reason` is why
    the person is silent.
    """
    row = lock_row(restriction, Permission.INDIVIDUAL_CHANGE, by=by)
    if facts.get("ended_on") and not row.ended_on:
        raise ActionRefused(_("That it no longer holds is a step of its own."), field="ended_on")
    if "media_reason" in facts:
        facts["reason"] = facts.pop("media_reason")
    changed = apply_correction(row, facts, reason=reason, by=by)
    _refuse_wrong_authority(row.reason, row.authority)
    refuse_future(row.on, by=by)
    if row.ended_on:
        refuse_end(row, row.ended_on, by=by)
    row.save(update_fields=changed)
    record_about_person("media.corrected", row, by=by, fields=changed)
    return row
