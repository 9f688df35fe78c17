"""Choices for decisions about a date and for confirmed first steps."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SaidStep(models.TextChoices):
    """Things that happen outside Amparo, and putting the list of first steps away."""

    MAIL = "mail", _("A mail arrived")
    RESTORED = "restored", _("A backup was restored")
    KEY = "key", _("The master key is kept elsewhere")
    PUT_AWAY = "put_away", _("The list is put away")


class DecisionKind(models.TextChoices):
    POSTPONED = "postponed", _("Postponed")
    DONE = "done", _("Done")
    HANDED = "handed", _("Handed over")


class PostponeReason(models.TextChoices):
    """Why a date may wait. A choice without free text, because everybody who sees the date reads the reason."""

    ANSWER = "answer", _("We wait for an answer from outside")
    PERSON = "person", _("The person cannot be reached, or asked to wait")
    SET = "set", _("A day for it is set")
    PAPERS = "papers", _("A paper is missing and on its way")
    ORDER = "order", _("Something worse comes first")


class DateOutcome(models.TextChoices):
    """How a date was settled that no other page settles."""

    SETTLED = "settled", _("It was seen to")
    NOT_NEEDED = "not_needed", _("Nothing is to be done")


class Whose(models.TextChoices):
    """Whose dates a list shows."""

    MINE = "mine", _("Mine")
    NOBODY = "nobody", _("Of cases that nobody looks after")


# The kind of date that is a task.
TASK_DUE = "task_due"
# Kinds of notices about a task or a case given to somebody.
TASK_NEWS, CASE_ASSIGNED = ("task_given", "task_passed"), "case_assigned"
# The kinds of date that are terms of a claim and have an owner (`asylum.due`).
TERMS_OF_LAW = ("appeal_term", "interview", "legal_term", "legal_term_behind")
# Dates of an interview with the authority. They belong to the owner of the interview (`asylum.interviews.slots`).
OF_INTERVIEWS = ("interview_to_prepare", "interview_missed", "interview_in_doubt")
# Terms of law and children alone: an overdue one is never hidden from those who answer for the office.
NEVER_HIDDEN = (
    "child_missing",
    "child_alone",
    "child_back",
    "age_to_ask",
    "appeal_term",
    "legal_term",
    "application_to_lodge",
    "interview",
    "interview_missed",
    "interview_in_doubt",
    "loss_to_confirm",
)
# Dates that no page settles: the list itself has a button for that.
WITHOUT_AN_ACT = (
    "bed_back",
    "loss_known",
    "agreement_ends",
    "site_paid_until",
    "site_contract_ends",
    "site_notice",
    "commitment_ends",
)
