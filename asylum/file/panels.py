"""Panels of asylum on the page of a case."""

import datetime
from dataclasses import replace
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from asylum.file.of_case import (
    claims_in,
    claims_of_the_dead,
    ends_of_stay_papers,
    ends_of_terms,
    facts_missing_in_claims,
    mark_facts_of_all,
    names_of_claimants,
    permits_in,
    permits_to_read,
    query_of_stay_papers,
    query_of_terms,
    running_terms_in,
    stay_papers_in,
    store_terms,
    terms_in,
    valid_identity_papers_in,
)
from asylum.file.renunciation_panel import renunciation
from asylum.file.strips import by_person
from asylum.file.to_apply import (
    children_left_out,
    query_of_days_to_apply,
    store_days_to_apply,
    to_lodge_in,
)
from asylum.filing.slots import first_applications
from asylum.individual_reviews.models import IndividualReview
from asylum.interviews.querysets import EXCUSED_WITHIN
from asylum.letters.slots import letters_by_person as letters
from asylum.papers.standing import is_unasked
from asylum.pathways.choices import ApplicationStatus
from asylum.pathways.pairs import pairs_held
from asylum.people.followed import deaths_in, people_followed
from asylum.permits.visas import with_visas, without_overtaken
from asylum.procedure.choices import InterviewOutcome
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.term_move import TermMove
from asylum.procedure.nationals import perhaps_nationals, sentence_about_nationality
from asylum.renunciation.offers import acts_of_strip
from asylum.terms.sums import with_sums
from asylum.work_right.answers import work_answers_of
from asylum.work_right.rules import WorkAnswer
from casework.register.models.case import Case
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.register.querysets.case import people_today
from casework.slots.holdings import holds, rows_on_file
from casework.slots.panels import Fact, Harm, RunsOut, late_and_next_facts
from casework.work.rules import too_young_to_work
from pages.addresses import fast_reverse
from pages.dates import short_date
from pages.questions import PLACEHOLDER, cached_rows
from pages.together import Rows
from reference.models import DeadlineRule


class ApplicationsPanel:
    """One strip for each person: application, permits, renunciation and letters, with a menu of actions.

    The panel never shows statements.
    """

    slug, title = (
        "applications",
        gettext_lazy("Application, permits, renunciation and letters of each"),
    )
    permission = P.APPLICATION_READ
    page = "law"
    template = "asylum/panels/by_person.html"
    none = gettext_lazy("an asylum application")
    glances_at = AsylumApplication

    def context(self, case: Case, user: User) -> dict[str, Any]:
        terms_in(case, user)
        ended = _without_mistakes(claims_of_the_dead(case, user))
        claims = claims_in(case, user)
        rows = by_person([*_without_mistakes(claims), *ended])
        mistaken = by_person(
            [claim for claim in claims if claim.status == ApplicationStatus.MISTAKEN]
        )
        today = user.today()
        parts = {
            part.slug: {line["person"]: line for line in part.lines(case, user)}
            for part in (permits, renunciation, letters)
            if can(user, part.permission, about=case)
        }
        strips: list[dict[str, Any]] = [
            {
                "person": person,
                "applications": rows.get(person.pk, []),
                "mistaken": mistaken.get(person.pk, []),
                "is_unasked": renunciation.slug in parts and is_unasked(person, today),
                **{slug: lines.get(person) for slug, lines in parts.items()},
            }
            for person in people_followed(case, user)
        ]
        left_out = children_left_out(case, user)
        for strip in strips:
            strip["is_left_out"] = strip["person"] in left_out
        members = people_today(case, user)
        strips = [each for each in strips if each["person"] in members or _has_rows(each)]
        for strip in strips:
            is_dead = strip["person"].pk in deaths_in(case)
            strip["acts"] = [] if is_dead else acts_of_strip(strip, case, user)
        dead = dict.fromkeys(claim.individual for claim in ended)
        strips += [{"person": each, "applications": rows[each.pk]} for each in dead]
        for strip in strips:
            strip["death"] = deaths_in(case).get(strip["person"].pk)
        return {
            "strips": strips,
            "may_change": can(user, P.PERMIT_CHANGE, about=case),
            "may_lodge": self._may_change(case, user),
            "may_read_file": can(user, P.EVIDENCE_READ, about=case),
        }

    def glance(self, case: Case, user: User) -> list[Fact]:
        """Returns facts about children in no claim, gaps of lodged claims, and states; claims in one state are one fact."""
        states: dict[tuple[str, str], list[AsylumApplication]] = {}
        for claim in _without_mistakes(claims_in(case, user)):
            states.setdefault((claim.get_status_display(), claim.status_day), []).append(claim)
        may_change = self._may_change(case, user)
        facts = _fact_about_children(children_left_out(case, user), may_change=may_change)
        facts += facts_missing_in_claims(claims_in(case, user), may_change=may_change)
        for (state, day), claims in states.items():
            words = _("%(state)s on %(day)s") % {"state": state, "day": day}
            first, who = claims[0], names_of_claimants(claims)
            known = Fact(words, Harm.KNOWN, url=first.get_absolute_url(), who=who)
            is_missed = first.absence == InterviewOutcome.MISSED
            facts.append(self._missed(known, first, case, user) if is_missed else known)
        return mark_facts_of_all(facts, case, user)

    def _missed(self, known: Fact, claim: AsylumApplication, case: Case, user: User) -> Fact:
        """Returns the fact with what to do about a missed interview, and until when."""
        may_change, on = self._may_change(case, user), claim.interview_on
        return replace(
            known,
            harm=Harm.ABSENT,
            tone="trouble",
            on=on and on + EXCUSED_WITHIN,
            short=known.text,
            what=_("Excuse the absence, or ask for a new summons"),
            act=_("Record") if may_change else _("See the application"),
            act_url=fast_reverse("claim-interview", claim.absence_key) if may_change else known.url,
        )

    def _may_change(self, case: Case, user: User) -> bool:
        return bool(can(user, P.APPLICATION_CHANGE, about=case))


def _fact_about_children(children: list[Individual], *, may_change: bool) -> list[Fact]:
    """Returns one fact about children without a claim, with a link to the new application of the first child."""
    if not children:
        return []
    words = ngettext(
        "Child without an application of its own",
        "Children without an application of their own",
        len(children),
    )
    return [
        Fact(
            words,
            Harm.LACKING,
            "warn",
            who=tuple(child.display_name for child in children),
            act=_("Lodge") if may_change else "",
            act_url=fast_reverse("application-lodge", children[0].pk) if may_change else "",
        )
    ]


def _without_mistakes(claims: list[AsylumApplication]) -> list[AsylumApplication]:
    return [claim for claim in claims if claim.status != ApplicationStatus.MISTAKEN]


def _has_rows(strip: dict[str, Any]) -> bool:
    """Returns whether a claim, a permit, a stay paper or a renunciation of the person is on file."""
    permits, papers = strip.get("permits") or {}, strip.get("renunciation") or {}
    rows = strip["applications"], permits.get("permits"), permits.get("stay_papers")
    return any([*rows, papers.get("papers")])


class DeadlinesPanel:
    """Running legal terms with their source and doubts, and the time to apply of people without a claim."""

    slug, title = "deadlines", gettext_lazy("Legal terms")
    permission = P.APPLICATION_READ
    page = "law"
    template = "asylum/panels/deadlines.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        to_apply = to_lodge_in(case, user)
        keys = [member.individual_id for member in to_apply]
        has_moves = bool(to_apply) and holds(case, TermMove)
        has_papers = bool(to_apply) and holds(case, IdentityDocument)
        perhaps = perhaps_nationals(keys) if has_papers else set()
        moves = cached_rows(_moves_to_apply, values={PLACEHOLDER: keys}) if has_moves else []
        for member in to_apply:
            member.moves = [each for each in moves if each.individual_id == member.individual_id]
        country = case.office.country
        nationals = [
            (person, sentence)
            for person in people_today(case, user)
            if (sentence := sentence_about_nationality(person, country, perhaps))
        ]
        return {
            "nationals": nationals,
            "deadlines": with_visas(
                with_sums(running_terms_in(case, user)), lambda: permits_to_read(case, user)
            ),
            "to_lodge": to_apply,
            "doubts_to_lodge": _doubts_to_lodge(to_apply) if to_apply else [],
            "may_change": can(user, P.APPLICATION_CHANGE, about=case),
        }

    def rows_for_glance(self, case: Case, user: User) -> Any:
        """Returns the query of the terms of claims, or in a case without claims that of the times to apply."""
        query = query_of_terms if holds(case, AsylumApplication) else query_of_days_to_apply
        return query(case, user)

    def glance(self, case: Case, user: User, rows: Rows) -> list[Fact]:
        """Returns facts about missed terms and the next term, of claims and to apply; then about overtaken claims."""
        store = store_terms if holds(case, AsylumApplication) else store_days_to_apply
        store(case, user, rows)
        today = user.today()
        may_change = bool(can(user, P.APPLICATION_CHANGE, about=case))
        ends, overtaken = ends_of_terms(case, user, may_change=may_change)
        to_apply = [_end_of_time_to_apply(member, may_change) for member in to_lodge_in(case, user)]
        late, ahead = (Harm.TERM, _term_missed), (Harm.TERM_AHEAD, _term_ahead)
        facts = late_and_next_facts(ends, today, late=late, ahead=ahead)
        facts += late_and_next_facts(to_apply, today, late=late, ahead=(Harm.TO_APPLY, _term_ahead))
        kind = (Harm.TASK_AHEAD, _overtaken_term)
        quiet = late_and_next_facts(overtaken, today, late=kind, ahead=kind)
        facts += [replace(fact, tone="quiet") for fact in quiet]
        return mark_facts_of_all(facts, case, user)


def _end_of_time_to_apply(member: Any, may_change: bool) -> RunsOut:
    what = first_applications.title
    if member.is_child_alone:
        what = _("Application to lodge for a child")
    return RunsOut(
        member.last_day,
        str(what),
        member.individual.display_name,
        act=_("Lodge") if may_change else _("See the term"),
        act_url=fast_reverse("application-lodge", member.individual_id) if may_change else "",
    )


def _term_missed(what: str, day: datetime.date, today: datetime.date) -> str:
    return _("%(what)s: term missed on %(day)s") % {"what": what, "day": short_date(day)}


def _term_ahead(what: str, day: datetime.date, today: datetime.date) -> str:
    return _("%(what)s: %(day)s") % {"what": what, "day": short_date(day)}


def _overtaken_term(what: str, day: datetime.date, today: datetime.date) -> str:
    return _("%(what)s, of a decided claim: %(day)s") % {"what": what, "day": short_date(day)}


def _moves_to_apply() -> Any:
    """Returns moves of the time to apply of these people."""
    return TermMove.objects.with_cause().filter(deadline=None, individual__in=[PLACEHOLDER])


# A placeholder for keys of rules in kept SQL.
ANY_RULE = -1


def _rules() -> Any:
    return DeadlineRule.objects.filter(pk__in=[ANY_RULE])


def _doubts_to_lodge(members: list[Any]) -> list[str]:
    """Returns the reasons why the last day to apply is uncertain."""
    rules = cached_rows(_rules, values={ANY_RULE: {member.rule_id for member in members}})
    return [doubt for rule in rules for doubt in rule.doubts_of_day]


class PermitsPanel:
    """The permits of each person, and their last days."""

    slug, title = "permits", gettext_lazy("Permits")
    permission = P.PERMIT_READ
    page, template = "law", "asylum/panels/by_person.html"
    none = gettext_lazy("permits")

    def context(self, case: Case, user: User) -> None:
        """Returns None: the lines are part of the strips, and the glance is in the head of the file."""

    def lines(self, case: Case, user: User) -> list[dict[str, Any]]:
        people, permits = people_followed(case, user), permits_in(case, user)
        rows = by_person(permit for permit in permits if permit.is_current)
        answers, papers = _answers(case, user), stay_papers_in(case, user)
        claims = by_person(claim for claim in claims_in(case, user) if claim.is_made)
        for permit in permits:
            if permit.is_current and permit.claim_ended_on and not permit.is_of_the_dead:
                permit.ended_claim = next(iter(claims.get(permit.individual_id, [])), None)
        kinds = {person: {row.type for row in held} for person, held in rows.items()}
        pairs = pairs_held(kinds, case.office.country, user.today())
        reviews = by_person(
            rows_on_file(case, IndividualReview.objects.standing().filter(individual__in=people))
        )
        return [
            {
                "person": person,
                "permits": rows.get(person.pk, []),
                "stay_papers": papers.get(person.pk, []),
                "pairs": pairs.get(person.pk, []),
                "is_at_work_age": person.pk not in deaths_in(case)
                and not too_young_to_work(person.age_on(user.today())),
                "answer": answers.get(person.pk),
                "reviews": reviews.get(person.pk, []),
            }
            for person in people
        ]

    rows_for_glance = staticmethod(query_of_stay_papers)

    def glance(self, case: Case, user: User, rows: Rows) -> list[Fact]:
        """Returns facts about expired permits of the family, and the next one to expire."""
        today, may_change = user.today(), bool(can(user, P.PERMIT_CHANGE, about=case))
        held_now = without_overtaken(permits_in(case, user), today)
        permits = [
            (permit.valid_until, permit.pk, permit)
            for permit in held_now
            if permit.is_current and not permit.is_of_the_dead and permit.valid_until is not None
        ]
        ends = [
            RunsOut(
                last_day,
                str(permit.get_type_display()),
                permit.individual.display_name,
                permit.get_absolute_url(),
                _("Renew") if may_change else _("See the permit"),
                fast_reverse("permit-renew", permit.pk)
                if may_change
                else permit.get_absolute_url(),
            )
            for last_day, _key, permit in sorted(permits, key=itemgetter(0, 1))
        ]
        ends += ends_of_stay_papers(case, user, rows)
        late, ahead = (Harm.PAPER, _permit_expired), (Harm.PAPER_AHEAD, _permit_ahead)
        return late_and_next_facts(ends, today, late=late, ahead=ahead)


def _answers(case: Case, user: User) -> dict[Any, WorkAnswer]:
    """Returns whether each person may work today, by the papers of the family."""
    today, people = user.today(), people_followed(case, user)
    permits = [permit for permit in permits_in(case, user) if permit.is_held_on(today)]
    papers = valid_identity_papers_in(case, user)
    return work_answers_of([*permits, *papers], people, case.office.country, today)


def _permit_expired(what: str, day: datetime.date, today: datetime.date) -> str:
    return _("%(type)s expired on %(day)s") % {"type": what, "day": short_date(day)}


def _permit_ahead(what: str, day: datetime.date, today: datetime.date) -> str:
    return _("%(type)s until %(day)s") % {"type": what, "day": short_date(day)}


applications = ApplicationsPanel()
deadlines = DeadlinesPanel()
permits = PermitsPanel()
