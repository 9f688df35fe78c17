"""Steps of applications and papers, each with its corrected day."""

from collections.abc import Iterable
from typing import Any, Self

from django.db.models import Exists, OuterRef

from asylum.choices import DATED_BY_THE_FORM, ApplicationStatus
from casework.corrections.steps import StepQuerySet


class ApplicationStepQuerySet(StepQuerySet):
    subject = "application"

    def told(self) -> Self:
        """Without the draft step of a claim that was lodged on the day it was created."""
        at_once = self.model._default_manager.filter(
            application=OuterRef("application"), status=ApplicationStatus.LODGED, on=OuterRef("on")
        )
        return self.exclude(Exists(at_once), status=ApplicationStatus.DRAFT)


class RenunciationStepQuerySet(StepQuerySet):
    subject = "renunciation"


def own_days(steps: Iterable[Any]) -> list[Any]:
    """The steps whose day is corrected at the step, and not with the form of the row."""
    return [step for step in steps if step.status not in DATED_BY_THE_FORM]
