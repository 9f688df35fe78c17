"""Forms that assign cases and hand them over."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.handovers.querysets import colleagues_with_work
from casework.register.forms import AboutForm
from casework.register.models.case import Case
from casework.register.querysets.assignment import colleagues_of
from pages.forms import ActionForm, DateField, choose_from, field_of


def no_colleague_message(user: User) -> SafeString:
    """Returns the message for a user without a colleague to assign cases to."""
    sentence = gettext("Nobody else whom you may give cases to looks after cases.")
    if not user.holds(Permission.USER_CHANGE):
        advice = gettext("Whoever manages the accounts can invite somebody or give them the role.")
        return format_html("{} {}", sentence, advice)
    address, words = reverse("user-invite"), gettext("Invite somebody")
    return format_html('{} <a href="{}">{}</a>', sentence, address, words)


class AssignForm(AboutForm):
    """Asks for the colleague and the first day."""

    TODAY = ("on",)
    caseworker = forms.ModelChoiceField(User.objects.none(), label=_("Looks after it"))
    on = DateField(label=_("From"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "caseworker", colleagues_of(self.user))
        if not colleagues_of(self.user).exclude(pk=self.user.pk).exists():
            self.fields["caseworker"].help_text = no_colleague_message(self.user)


class AssignSeveralForm(AssignForm):
    """Asks for the colleague and the first day, for cases ticked in a list."""

    case = forms.ModelMultipleChoiceField(
        Case.objects.none(),
        to_field_name="number",
        widget=forms.MultipleHiddenInput,
        error_messages={"required": _("Tick at least one case.")},
    )

    def __init__(self, *args: Any, cases: Any, **kwargs: Any) -> None:
        super().__init__(*args, row=None, **kwargs)
        self.fields["caseworker"].label = _("Looks after them")
        choose_from(self, "case", cases)


class HandOverForm(ActionForm):
    leaving = forms.ModelChoiceField(User.objects.none(), label=_("Who hands over"))
    taking = forms.ModelChoiceField(User.objects.none(), label=_("Who takes over"))
    on = DateField(label=_("From"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "leaving", colleagues_with_work(user))
        choose_from(self, "taking", colleagues_of(user))
        self.initial["on"] = user.today()

    @property
    def has_a_pair(self) -> bool:
        """Whether there are two people to choose from."""
        leaving, taking = (
            set(field_of(self, name).queryset.values_list("pk", flat=True))
            for name in ("leaving", "taking")
        )
        return bool(taking) and bool(leaving) and len(leaving | taking) > 1
