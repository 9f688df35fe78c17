"""Forms that correct a claim, a paper or a permit.

If two colleagues edit one row, the form tells the second one what the first one changed, and asks to check again.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import AuditEvent, User
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation
from asylum.procedure.models.application import AsylumApplication
from casework.corrections.forms import CorrectionForm, MistakeForm
from pages.dates import short_date
from pages.forms import ActionForm, DateField
from pages.refusals import ChangedMeanwhile

Row = AsylumApplication | Permit | Renunciation
COUNT_FIELD = "acts_shown"
F = TypeVar("F", bound=ActionForm)


class AsShown(ActionForm):
    """Mixin: a hidden field holds the number of acts on the row in the audit log when the form was opened."""

    acts_shown = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, about: Row, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._about = about
        if not self.is_bound:
            self.fields[COUNT_FIELD].initial = _acts_on(about).count()

    def does(self, action: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        number_shown = self.cleaned_data.get(COUNT_FIELD)

        def unless_changed(*about: Any, by: User, **facts: Any) -> Any:
            if number_shown is not None:
                _refuse_changed(self._about, number_shown, by=by)
            return action(*about, by=by, **facts)

        return super().does(unless_changed, *args, **kwargs)

    def after_refusal(self) -> None:
        """Updates the hidden count, so that the next submission is compared with what the page shows now."""
        super().after_refusal()
        if isinstance(self.refused_by, ChangedMeanwhile):
            sent: Any = self.data
            typed = sent.copy()
            typed[self.add_prefix(COUNT_FIELD)] = str(_acts_on(self._about).count())
            self.data = typed


def as_shown(form: type[F], *args: Any, about: Row, **kwargs: Any) -> F:
    """Returns the form about this row; the form refuses to save if a colleague changed the row in the meantime."""
    return cast(F, _with_hidden_count(form)(*args, about=about, **kwargs))


@cache
def _with_hidden_count(form: type[ActionForm]) -> Any:
    body = {
        "__module__": form.__module__,
        "__qualname__": form.__qualname__,
        "NOT_FOR_THE_ACTION": form.NOT_FOR_THE_ACTION | {COUNT_FIELD},
    }
    metaclass: Any = type(form)
    return metaclass(form.__name__, (AsShown, form), body)


def _acts_on(row: Row) -> Any:
    return AuditEvent.objects.filter(about_id=str(row.pk), is_read=False)


def _refuse_changed(row: Row, number_shown: int, *, by: User) -> None:
    """Locks the row, and raises ChangedMeanwhile if somebody else than `by` has changed it since.

    `number_shown` is the number of acts on the row when the user opened the form.
    """
    fresh: Any = type(row)._default_manager.select_for_update(of=("self",)).get(pk=row.pk)
    new_acts = _acts_on(row).order_by("at").select_related("actor")[number_shown:]
    by_others = [act for act in new_acts if act.actor and act.actor != by]
    if not by_others:
        return
    at = timezone.localtime(by_others[-1].at)
    words = {"who": by_others[-1].actor, "day": short_date(at), "hour": f"{at:%H:%M}"}
    sentences = [
        _("%(who)s changed this on %(day)s at %(hour)s, after you had opened the page.") % words
    ]
    if hasattr(fresh, "get_status_display"):
        sentences.append(_("It stands at “%(state)s” now.") % {"state": fresh.get_status_display()})
    raise ChangedMeanwhile(*sentences, look_at=fresh.get_absolute_url())


class NeverWasForm(MistakeForm):
    """Says that the step did not happen, for users who may not correct its day."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["is_mistake"].required = True


class CorrectEarlierStepForm(CorrectionForm):
    """Corrects the day of a step that other steps follow. Those must be undone before this one can be a mistake."""

    on = DateField(
        label=gettext_lazy("Date of this step"),
        past_only=True,
        help_text=gettext_lazy(
            "Later steps rest on this one. To say that it was recorded by mistake, take the later ones back first."
        ),
    )


class CorrectLastStepForm(MistakeForm):
    """Corrects the day of the last step, or marks the step as a mistake: the row returns to the state before."""

    on = DateField(label=gettext_lazy("Date of this step"), past_only=True)
