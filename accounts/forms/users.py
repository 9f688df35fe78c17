"""Forms for administrators."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms.account import TitleForm
from accounts.forms.grants import OfficeCountryField, TimeZoneField
from accounts.models import Office
from accounts.models.user import LANGUAGES
from pages.forms import ActionForm


class InviteForm(ActionForm):
    """A new account. Its role is given afterwards."""

    full_name = forms.CharField(label=_("Name"), max_length=150)
    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        help_text=_("A link to set the password goes there. The mail names nobody."),
    )
    office = forms.ModelChoiceField(Office.objects.all(), label=_("Office"))
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)


class RenameForm(ActionForm):
    """Corrects the name of a colleague, and the title that letters print."""

    full_name = forms.CharField(label=_("Name"), max_length=150)
    title = TitleForm.base_fields["title"]


class FirstStartForm(ActionForm):
    """The first office and the first administrator."""

    code = forms.CharField(label=_("One-time code"), max_length=40)
    office_name = forms.CharField(label=_("Name of the office"), max_length=100)
    country = OfficeCountryField()
    time_zone = TimeZoneField()
    team_name = forms.CharField(label=_("Name of its first team"), max_length=100)
    full_name = forms.CharField(label=_("Your name"), max_length=150)
    email = forms.EmailField(label=_("Your e-mail"), max_length=254)
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)
    password = forms.CharField(
        label=_("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 15 characters. Several words that have nothing in common are best."),
    )
