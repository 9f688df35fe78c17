"""Panels of aid on the case page."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import Exists
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import cached_per_request, can
from accounts.models import User
from accounts.permissions import Permission
from aid.actions.commitments import may_change
from aid.choices import AidKind
from aid.conditions import periods_of_case, unmet_of_case
from aid.coverage import Coverage, CoverPeriod, covered_by, periods_of
from aid.lanes import DAYS_AHEAD, DAYS_BACK, UNITS_PER_DAY, lanes
from aid.models import Commitment, ItemDistribution
from aid.rules.spans import span_on
from aid.words import aid_until, last_day
from casework.corrections.models import Correction
from casework.register.models.case import Case, FamilyMember
from casework.register.querysets.case import is_emptied, people_today
from casework.slots.holdings import holds
from casework.slots.panels import SOON, Fact, Harm
from pages.addresses import fast_reverse
from pages.dates import short_date
from pages.questions import PLACEHOLDER, cached_rows
from shelters.panels import bed_ends_on, sleep_tonight


class CoveragePanel:
    """The family's aid with end dates, its gaps, and the commitments behind it."""

    slug, title = "aid", gettext_lazy("Aid")
    permission = Permission.AID_READ
    template = "aid/panels/coverage.html"
    brief = "aid/panels/lanes.html"
    none = gettext_lazy("firm aid")
    page = "aid"
    is_on_card = True

    def context(self, case: Case, user: User) -> dict[str, Any]:
        commitments = _commitments(periods_of_case(case, user), user.today())
        return self.brief_context(case, user) | {
            "commitments": commitments,
            "conflicts": conflicts(commitments),
            "people": people_today(case, user),
            "may_commit": case.is_open and not is_emptied(case, user) and may_change(user, case),
        }

    def brief_context(self, case: Case, user: User) -> dict[str, Any]:
        ends = bed_ends_on(case, user)
        return {
            "unpaid": _in_unpaid_beds(case, user),
            "unmet": unmet_of_case(case, user),
            "may_record_renunciation": bool(can(user, Permission.RENUNCIATION_CHANGE, case)),
            "lanes": lanes(people_today(case, user), _covered(case, user), user.today(), ends),
            "units": (DAYS_BACK + DAYS_AHEAD) * UNITS_PER_DAY,
            "today_at": DAYS_BACK * UNITS_PER_DAY,
            "days_back": DAYS_BACK,
            "days_ahead": DAYS_AHEAD,
        }

    def glance(self, case: Case, user: User) -> list[Fact]:
        """At most one fact: the members' current aid that ends first. Leaves out lodging of people in a bed, a fact elsewhere."""
        today, in_bed = user.today(), sleep_tonight(case, user)
        ends = [
            (span.ends_on, kind)
            for person, kinds in _covered(case, user).items()
            for kind, spans in kinds.items()
            if (span := span_on(spans, today))
            and span.ends_on
            and not (kind == AidKind.LODGING and person in in_bed)
        ]
        if not ends:
            return []
        gone_on, kind = min(ends, key=lambda end: (end[0], str(AidKind(end[1]).label)))
        ends_on, covered = last_day(gone_on), _covered(case, user)
        names = tuple(
            person.display_name
            for person in people_today(case, user)
            if span_on(covered.get(person.pk, {}).get(kind, []), today)
        )
        may_commit = case.is_open and may_change(user, case)
        act = _("Commit more") if may_commit else _("See the aid")
        return [
            Fact(
                aid_until(kind, gone_on),
                Harm.AID,
                "warn" if ends_on <= today + SOON else "quiet",
                on=ends_on,
                who=names,
                act=act if ends_on <= today + SOON else "",
                act_url=fast_reverse("aid-commit", "case", case.pk) if may_commit else "",
            )
        ]


@cached_per_request
def _covered(case: Case, user: User) -> Coverage:
    return covered_by(periods_of_case(case, user))


def _in_unpaid_beds(case: Case, user: User) -> str:
    """The names of members who sleep at a site tonight, and whose lodging nobody covers."""
    lodged = [
        person
        for person, kinds in _covered(case, user).items()
        if span_on(kinds.get(AidKind.LODGING, []), user.today())
    ]
    unpaid = sleep_tonight(case, user).difference(lodged)
    return ", ".join(each.display_name for each in people_today(case, user) if each.pk in unpaid)


def lodging_ends(case: Case, user: User) -> dict[UUID, datetime.date]:
    """The first night without promised lodging by key of a person, for people who have it today with a known end."""
    if not can(user, Permission.AID_READ, about=case):
        return {}
    today = user.today()
    now = {
        person: span_on(kinds.get(AidKind.LODGING, []), today)
        for person, kinds in _covered(case, user).items()
    }
    return {person: span.ends_on for person, span in now.items() if span and span.ends_on}


def commitments_of(case: Case, today: datetime.date) -> list[Commitment]:
    """Every commitment that covers a current member, to a site, family or person; those not ended come first."""
    members = FamilyMember.objects.on(today).filter(case=case)
    return _commitments(
        periods_of(list(members.values_list("individual", flat=True)), today), today
    )


def _commitments(periods: Iterable[CoverPeriod], today: datetime.date) -> list[Commitment]:
    keys = {each.commitment for each in periods} - {None}
    rows = cached_rows(_with_agreement, values={PLACEHOLDER: keys}) if keys else []
    return sorted(
        rows,
        key=lambda each: (
            each.effective_until is not None and each.effective_until <= today,
            list(AidKind).index(AidKind(each.kind)),
        ),
    )


def _with_agreement() -> Any:
    return (
        Commitment.objects.filter(pk__in=[PLACEHOLDER])
        .with_end()
        .select_related("agreement__payer", "site", "case", "individual")
        .order_by("kind", "starts_on")
    )


def conflicts(commitments: list[Commitment]) -> list[str]:
    """A sentence for each kind and target whose commitments name different ends."""
    ends: dict[tuple[Any, str], set[datetime.date | None]] = defaultdict(set)
    for each in commitments:
        ends[each.target.pk, each.kind].add(each.effective_until)
    sentences = []
    for (_target, kind), days in ends.items():
        if len(days) > 1:
            ends_in_words = [
                short_date(last_day(day)) for day in sorted(day for day in days if day)
            ]
            if None in days:
                ends_in_words.append(_("no end named"))
            sentences.append(
                _("%(kind)s: the sources name different ends: %(days)s.")
                % {"kind": AidKind(kind).label, "days": " · ".join(ends_in_words)}
            )
    return sentences


class ThingsPanel:
    """What was handed out to the family and its members."""

    slug, title = "things", gettext_lazy("Things handed out")
    permission = Permission.AID_READ
    page = "aid"
    template = "aid/panels/things.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        distributions, correctable = [], []
        if holds(case, ItemDistribution):
            distributions = cached_rows(_distributions, values={PLACEHOLDER: case.pk})
        if distributions:
            rows = ItemDistribution.objects.filter(pk__in=[each.pk for each in distributions])
            correctable = list(rows.correctable_by(user).values_list("pk", flat=True))
        return {
            "handed": distributions,
            "may_hand_out": case.is_open and not is_emptied(case, user) and may_change(user, case),
            "correctable": correctable,
        }


def _distributions() -> Any:
    return (
        ItemDistribution.objects.for_family_or_members(Case(pk=PLACEHOLDER))
        .annotate(was_corrected=Exists(Correction.objects.of_each()))
        .select_related("provider", "case", "individual")
    )


coverage = CoveragePanel()
things = ThingsPanel()
