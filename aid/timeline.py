"""What aid tells a case's timeline: promises to the family and to its people."""

from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from aid.models import Commitment, ItemDistribution
from aid.words import last_day_of
from casework.register.models.case import Case, FamilyMember
from casework.slots.timeline import Event, Happening, Source, keys_of_people_today


def _commitments(case: Case, user: User) -> Any:
    members = FamilyMember.objects.filter(case=case).on(user.today())
    rows = Commitment.objects.visible_to(user).filter(
        Q(case=case) | Q(individual__in=members.values("individual"))
    )
    # One recorded by mistake is put right to hold on no day.
    return rows.exclude(until=F("starts_on"))


def _promised(commitment: Commitment) -> Event:
    said = _("%(who)s recorded aid promised to %(whom)s: %(new)s")
    if commitment.is_firm:
        said = _("%(who)s recorded aid confirmed for %(whom)s: %(new)s")
    return Event(
        commitment.committed_at,
        _("Aid confirmed") if commitment.is_firm else _("Aid promised"),
        new=commitment.get_kind_display(),
        sentence=said,
        many=said,
    )


def _over(rows: Any, user: User) -> Any:
    return rows.filter(until__lte=user.today()).annotate(last_day=last_day_of("until"))


def _ended(commitment: Any) -> Event:
    return Event(
        commitment.last_day,
        _("Aid ended"),
        old=commitment.get_kind_display(),
        sentence=_("Aid to %(whom)s ended: %(old)s"),
        many=_("Aid to %(whom)s ended: %(old)s"),
    )


def _things(case: Case, user: User) -> Any:
    rows = ItemDistribution.objects.visible_to(user).given()
    return rows.filter(Q(case=case) | Q(individual__in=keys_of_people_today(case, user)))


def _handed_out(thing: ItemDistribution) -> Event:
    return Event(
        thing.on,
        _("Was given things"),
        new=thing.get_article_display(),
        told=str(thing.provider),
        sentence=_("%(whom)s was given things: %(new)s"),
        many=_("%(whom)s were given things: %(new)s"),
    )


things = Source(
    "things",
    gettext_lazy("Things handed out"),
    Permission.AID_READ,
    (
        Happening(
            _things,
            "on",
            _handed_out,
            by="recorded_by",
            person="individual",
            reads=("article", "provider__name", "provider__short_name"),
        ),
    ),
    is_brief=False,
)
commitments = Source(
    "aid",
    gettext_lazy("Aid"),
    Permission.AID_READ,
    (
        Happening(
            _commitments,
            "committed_at",
            _promised,
            by="committed_by",
            person="individual",
            reads=("kind", "is_firm"),
        ),
        Happening(
            lambda case, user: _over(_commitments(case, user), user),
            "last_day",
            _ended,
            person="individual",
            reads=("kind",),
        ),
    ),
)
