"""Records evidence and replies. Contrary evidence opens one review, which a person resolves."""

import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.evidence.choices import PUBLIC_CHANNELS, Bearing, ReplyKind, ReviewResult
from asylum.evidence.models import Evidence, EvidenceReply, StandingReview
from asylum.papers.rules import may_be_asked
from asylum.people.actions import record_without_case, write_legal_row
from casework.children.querysets import surely_adult
from casework.register.actions import lock_row, refuse_withdrawn
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused

REVIEW_DAYS = 3
RECORDED_EVIDENCE = gettext_lazy(
    "You recorded what speaks against it: somebody else must resolve the review."
)
WITHDREW_EVIDENCE = gettext_lazy(
    "You took back what spoke against it: somebody else must resolve the review."
)


class OnlyOfFormerMembers(ActionRefused):
    """No evidence is stored about relatives, children and people of uncertain age."""


@transaction.atomic
def record_evidence(
    individual: Individual,
    *,
    bearing: str,
    sign: str,
    on: datetime.date,
    channel: str,
    source: str,
    what: str,
    attribution: str,
    reliability: str,
    by: User,
) -> Evidence:
    """Records one piece of evidence for or against the person's renunciation, and returns it.

    Contrary evidence joins the person's open review, or opens one. Raises OnlyOfFormerMembers, and ActionRefused for a
    public statement if this deployment stores none.
    """
    individual = lock_former_member(individual, on=by.today(), by=by)
    refuse_future(on, by=by)
    if channel in PUBLIC_CHANNELS and not settings.KEEPS_PUBLIC_STATEMENTS:
        raise ActionRefused(
            _("Here nothing is kept of what one person said in public."), field="channel"
        )
    if not source.strip():
        raise ActionRefused(_("Say where it is known from."), field="source")
    review = _open_review(individual, by=by) if bearing == Bearing.CONTRARY else None
    return write_legal_row(
        Evidence,
        individual,
        "evidence.recorded",
        by=by,
        bearing=bearing,
        sign=sign,
        on=on,
        channel=channel,
        source=source,
        what=what,
        attribution=attribution,
        reliability=reliability,
        review=review,
    )


def lock_former_member(individual: Individual, *, on: datetime.date, by: User) -> Individual:
    """Returns the locked person. Raises OnlyOfFormerMembers unless the person is an adult who served."""
    individual = lock_for(individual, Permission.EVIDENCE_CHANGE, by=by)
    if not may_be_asked(individual.category, is_adult=surely_adult(individual, on)):
        raise OnlyOfFormerMembers(
            _("Such a file is kept of adults who served in a force, and of nobody else.")
        )
    return individual


def _open_review(individual: Individual, *, by: User) -> StandingReview:
    """Returns the person's open review; opens one if there is none. The caller has locked the person."""
    review: StandingReview | None = (
        StandingReview.objects.open().filter(individual=individual).first()
    )
    if review:
        return review
    review_on = by.today() + datetime.timedelta(days=REVIEW_DAYS)
    return write_legal_row(
        StandingReview, individual, "standing_review.opened", by=by, review_on=review_on
    )


@transaction.atomic
def reply_evidence(
    evidence: Evidence, *, on: datetime.date, kind: str, by: User, text: str = ""
) -> EvidenceReply:
    """Adds the person's reply to a piece of evidence, which stays unchanged; returns the reply."""
    evidence = lock_row(evidence, Permission.EVIDENCE_CHANGE, by=by)
    refuse_withdrawn(evidence)
    refuse_future(on, by=by)
    if on < evidence.on:
        raise ActionRefused(_("The reply is before what it answers."), field="on")
    if (kind == ReplyKind.ANSWERED) != bool(text.strip()):
        raise ActionRefused(
            _("Write what the person said, or that the person did not want to answer."),
            field="text",
        )
    reply = EvidenceReply(
        key_id=evidence.key_id,
        evidence=evidence,
        on=on,
        kind=kind,
        text=text.strip(),
        recorded_by=by,
    )
    reply.save(force_insert=True)
    record_without_case("evidence.replied", evidence, by=by)
    return reply


def why_barred_from(review: StandingReview) -> dict[Any, Promise]:
    """Returns the users who may not resolve the review, by key, each with the reason.

    These are the colleagues who recorded its contrary evidence. If all of that is withdrawn, these are the colleagues
    who withdrew it, so that nobody removes the ground of a review and closes the review alone.
    """
    authors = review.evidence.standing().values_list("recorded_by", flat=True)
    withdrew = [each.withdrawn_by_id for each in review.taken_back]
    return dict.fromkeys(authors, RECORDED_EVIDENCE) or dict.fromkeys(withdrew, WITHDREW_EVIDENCE)


@transaction.atomic
def resolve_review(
    review: StandingReview, *, result: str, because: str, by: User
) -> StandingReview:
    """Records the result of a review, which changes no state of the renunciation.

    Raises ActionRefused for a user who is barred (`why_barred_from`), and for the result "taken back" unless all contrary
    evidence was withdrawn.
    """
    review = lock_row(review, Permission.EVIDENCE_CHANGE, by=by)
    if not review.is_open:
        raise ActionRefused(_("This review is resolved already."))
    if reason := why_barred_from(review).get(by.pk):
        raise ActionRefused(reason)
    if result == ReviewResult.TAKEN_BACK and not review.is_groundless:
        raise ActionRefused(_("Something still speaks against it: look at that."), field="result")
    if not because.strip():
        raise ActionRefused(_("Give the reason."), field="because")
    review.resolved_at, review.resolved_by = timezone.now(), by
    review.result, review.because = result, because.strip()
    review.save()
    record_without_case("standing_review.resolved", review, by=by)
    return review
