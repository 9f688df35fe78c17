"""Forms that add, move, assign and settle tasks."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission
from casework.corrections.forms import CorrectionForm
from casework.register.forms import AboutForm, person_field
from casework.register.models.individual import Individual
from casework.register.querysets.teams import staff_of
from casework.tasks.choices import OUTCOMES, TaskKind
from casework.tasks.models import CaseTask
from pages.forms import (
    AsksOnceShown,
    DateField,
    OncePerSubmission,
    ShortText,
    TimeField,
    choose_from,
)


class TaskForm(AsksOnceShown, OncePerSubmission, AboutForm):
    kind = forms.ChoiceField(label=_("Kind"), choices=TaskKind.choices, initial=TaskKind.TASK)
    title = ShortText(label=_("What"), required=True)
    due_on = DateField(label=_("Day"))
    at_time = TimeField(label=_("Hour"), required=False, help_text=_("For an appointment."))
    place = ShortText(label=_("Place"), help_text=_("For an appointment."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        case, today = self.row, self.user.today()
        self.fields["individual"] = person_field(case, today, label=_("About"))
        self.fields["assigned_to"] = forms.ModelChoiceField(
            staff_of(case, Permission.TASK_CHANGE, today),
            label=_("Who does it"),
            initial=self.user.pk,
            empty_label=None,
        )


class MoveTaskForm(AsksOnceShown, AboutForm):
    due_on = DateField(label=_("New day"))
    at_time = TimeField(label=_("Hour"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        task: CaseTask = self.row
        self.initial.update(due_on=task.due_on, at_time=task.at_time)
        if task.kind != TaskKind.APPOINTMENT:
            del self.fields["at_time"]


class CorrectTaskForm(CorrectionForm, AboutForm):
    """Corrects title, place and person, not the day or the assignee."""

    row: CaseTask
    title = ShortText(label=_("What"), required=True)
    place = ShortText(label=_("Place"))
    field_order = ("title", "place", "individual", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        task = self.row
        about = person_field(task.case, self.user.today(), label=_("About"))
        # The person may have left the family since.
        people: Any = about.queryset
        about.queryset = people | Individual.objects.filter(pk__in=[task.individual_id])
        self.fields["individual"] = about
        self.order_fields(self.field_order)
        self.initial.update(title=task.title, place=task.place, individual=task.individual_id)
        if task.kind != TaskKind.APPOINTMENT:
            del self.fields["place"]


class AssignTaskForm(AboutForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        task: CaseTask = self.row
        staff = staff_of(task.case, Permission.TASK_CHANGE, self.user.today())
        self.fields["to"] = forms.ModelChoiceField(
            staff.exclude(pk=task.assigned_to_id) if task.assigned_to_id else staff,
            label=_("Who does it"),
            # Nobody is preselected.
            empty_label="—",
        )


class SettleForm(AboutForm):
    """How a task ended: the outcomes of its kind, or those of all kinds for several tasks."""

    status = forms.ChoiceField(label=_("How it ended"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        outcomes = self.row.outcomes if self.row else OUTCOMES[TaskKind.APPOINTMENT]
        choose_from(self, "status", [(each.value, each.label) for each in outcomes])


class SettleSeveralForm(SettleForm):
    """Settles the tasks that are ticked in a list."""

    task = forms.ModelMultipleChoiceField(
        CaseTask.objects.none(),
        error_messages={"required": _("Tick at least one row.")},
        label=_("Tasks"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, row=None, **kwargs)
        choose_from(self, "task", CaseTask.objects.visible_to(self.user))
