"""Forms that correct a claim, a paper or a permit.

Two colleagues edit one row: the second is told what the first changed, and checks again.
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
FIELD = "acts_shown"
F = TypeVar("F", bound=ActionForm)


class AsShown(ActionForm):
    """Mixin: a hidden field holds how many acts on the row the audit log had when the form was opened."""

    acts_shown = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, about: Row, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._about = about
        if not self.is_bound:
            self.fields[FIELD].initial = _acts_on(about).count()

    def does(self, action: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        shown = self.cleaned_data.get(FIELD)

        def unless_changed(*about: Any, by: User, **facts: Any) -> Any:
            if shown is not None:
                _refuse_changed(self._about, shown, by=by)
            return action(*about, by=by, **facts)

        return super().does(unless_changed, *args, **kwargs)

    def was_refused(self) -> None:
        """Updates the hidden count, so that the next submission is compared with what the page shows now."""
        super().was_refused()
        if isinstance(self.refused_by, ChangedMeanwhile):
            sent: Any = self.data
            typed = sent.copy()
            typed[self.add_prefix(FIELD)] = str(_acts_on(self._about).count())
            self.data = typed


def as_shown(form: type[F], *args: Any, about: Row, **kwargs: Any) -> F:
    """The form about this row, which refuses to save if a colleague changed the row since it was opened."""
    return cast(F, _watching(form)(*args, about=about, **kwargs))


@cache
def _watching(form: type[ActionForm]) -> Any:
    body = {
        "__module__": form.__module__,
        "__qualname__": form.__qualname__,
        "NOT_FOR_THE_ACTION": form.NOT_FOR_THE_ACTION | {FIELD},
    }
    kind: Any = type(form)
    return kind(form.__name__, (AsShown, form), body)


def _acts_on(row: Row) -> Any:
    return AuditEvent.objects.filter(about_id=str(row.pk), is_read=False)


def _refuse_changed(row: Row, shown: int, *, by: User) -> None:
    """Locks the row until the action is done. Ignores changes that the user made in another window."""
    fresh: Any = type(row)._default_manager.select_for_update(of=("self",)).get(pk=row.pk)
    since = _acts_on(row).order_by("at").select_related("actor")[shown:]
    theirs = [act for act in since if act.actor and act.actor != by]
    if not theirs:
        return
    at = timezone.localtime(theirs[-1].at)
    words = {"who": theirs[-1].actor, "day": short_date(at), "hour": f"{at:%H:%M}"}
    sentences = [
        _("%(who)s changed this on %(day)s at %(hour)s, after you had opened the page.") % words
    ]
    if hasattr(fresh, "get_status_display"):
        sentences.append(_("It stands at “%(state)s” now.") % {"state": fresh.get_status_display()})
    raise ChangedMeanwhile(*sentences, look_at=fresh.get_absolute_url())


class NeverWasForm(MistakeForm):
    """Can only say that the step did not happen."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["is_mistake"].required = True


class CorrectEarlierStepForm(CorrectionForm):
    """Corrects the day of a step on which later ones rest: it was a mistake only if they were, too."""

    on = DateField(
        label=gettext_lazy("Date of this step"),
        past_only=True,
        help_text=gettext_lazy(
            "Later steps rest on this one. To say that it was recorded by mistake, take the later ones back first."
        ),
    )


class CorrectLastStepForm(MistakeForm):
    """Corrects the day of the last step of a claim, or undoes the step: the claim returns to the state before."""

    on = DateField(label=gettext_lazy("Date of this step"), past_only=True)
