"""A case whose plan has open goals or steps stays open."""

from django.utils.translation import ngettext

from casework.models import Case, PlanGoal, PlanStep


def open_plan(case: Case) -> list[str]:
    """One sentence while a goal or a step is neither settled nor dropped."""
    number = sum(model.objects.filter(case=case).open().count() for model in (PlanGoal, PlanStep))
    if not number:
        return []
    return [
        ngettext(
            "%(number)d goal or step of the plan is still open. Settle or drop it first.",
            "%(number)d goals or steps of the plan are still open. Settle or drop them first.",
            number,
        )
        % {"number": number}
    ]
