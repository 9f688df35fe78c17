"""Choices of work: legal grounds, topics of information, outcomes of applications."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class WorkGround(models.TextChoices):
    """The legal ground of a right to work. The rules changed each year, so a yes or no is not enough."""

    SC2_SILENT = "sc2_silent", _("SC-2 that does not mention work")
    PEP_2019 = "pep_2019", _("Special permit for former members (2019)")
    PPT = "ppt", _("Temporary protection permit (from 2021)")
    SC2_2025 = "sc2_2025", _("SC-2 under Decreto 0089 of 2025")
    VISA = "visa", _("Visa")
    OTHER = "other", _("Another rule")


class RightsTopic(models.TextChoices):
    WORK = "work", _("Right to work")
    ASYLUM = "asylum", _("Asylum procedure")
    HEALTH = "health", _("Access to health care")
    SCHOOL = "school", _("Access to school")
    PAPERS = "papers", _("Papers and their renewal")
    SAFETY = "safety", _("Safety and data")
    OTHER = "other", _("Something else")


class SpokenLanguage(models.TextChoices):
    SPANISH = "es", _("Spanish")
    ENGLISH = "en", _("English")
    PORTUGUESE = "pt", _("Portuguese")
    WAYUU = "guc", _("Wayuunaiki")
    OTHER = "other", _("Another language")


class JobOutcome(models.TextChoices):
    WAITING = "waiting", _("No answer yet")
    HIRED = "hired", _("Hired")
    REFUSED = "refused", _("Refused")
    GAVE_UP = "gave_up", _("Given up")


JOB_MOVES: dict[str, frozenset[str]] = {
    JobOutcome.WAITING: frozenset({JobOutcome.HIRED, JobOutcome.REFUSED, JobOutcome.GAVE_UP}),
    JobOutcome.HIRED: frozenset(),
    JobOutcome.REFUSED: frozenset(),
    JobOutcome.GAVE_UP: frozenset(),
}

JOB_TONE: dict[str, str] = {
    JobOutcome.WAITING: "calm",
    JobOutcome.HIRED: "good",
    JobOutcome.REFUSED: "trouble",
    JobOutcome.GAVE_UP: "quiet",
}


class RefusalReason(models.TextChoices):
    """Why an employer refused."""

    DOCUMENT = "document", _("Document not accepted")
    RUTEC = "rutec", _("Could not be entered in RUTEC or SIRE")
    ORIGIN = "origin", _("Because of origin or past")
    NO_PLACE = "no_place", _("No place free, or another candidate")
    OTHER = "other", _("Another reason")


class VisitKind(models.TextChoices):
    MEDICAL = "medical", _("Medical")
    NURSING = "nursing", _("Nursing")
    DENTAL = "dental", _("Dental")
    MENTAL = "mental", _("Mental health")
    MOTHER_CHILD = "mother_child", _("Mother and child")
    OTHER = "other", _("Other care")
