"""Forms for letters: they ask for the language, and for what is not on file."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from asylum.letters.choices import LetterKind, LetterLanguage
from asylum.letters.facts import (
    Visit,
    answered_requests_of,
    appointments_of,
    ended_claim_of_letter,
    name_of_paper,
)
from asylum.papers.models.permit import Permit
from casework.claims.models import SubjectRequest
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.forms import (
    ActionForm,
    AsksOnceShown,
    DateField,
    LongText,
    OncePerSubmission,
    ShortText,
    choose_from,
    field_of,
)
from pages.uploads import UploadInput


class LetterForm(OncePerSubmission, ActionForm):
    """The fields of each letter: the language, and the last valid day."""

    language = forms.ChoiceField(
        label=_("Language of the letter"),
        choices=LetterLanguage.choices,
        widget=forms.RadioSelect,
    )
    valid_until = DateField(
        label=_("The letter is valid until"),
        required=False,
        help_text=_("Empty: until it is revoked."),
    )

    def __init__(self, *args: Any, person: Individual, today: datetime.date, **kwargs: Any) -> None:
        self.person, self.today = person, today
        super().__init__(*args, **kwargs)


class EmployerForm(LetterForm):
    because = LongText(
        label=_("Why the letter is made although the claim of its paper ended"),
        help_text=_(
            "Kept with the letter, not printed. The letter says that nobody confirmed the paper."
        ),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    field_order = ("language", "because", "valid_until")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["valid_until"].help_text = _("Empty: until the document that it names ends.")
        if not ended_claim_of_letter(LetterKind.EMPLOYER, self.person, self.today):
            del self.fields["because"]


class NamesPaper(forms.Form):
    """The paper that the letter names."""

    paper = forms.ChoiceField(
        label=_("Document that it names"),
        required=False,
        help_text=_("Empty: a line to write on."),
    )
    person: Individual
    today: datetime.date

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        documents = self.person.identity_documents.filter(ended_on=None)
        permits = Permit.objects.filter(individual=self.person).held_on(self.today)
        names = dict.fromkeys(name_of_paper(each) for each in [*documents, *permits])
        choose_from(self, "paper", [("", "—"), *((name, name) for name in names)])


class ToAuthority(NamesPaper):
    authority = ShortText(label=_("Authority to which it goes"), max_length=160)


class CertificateForm(NamesPaper, LetterForm):
    field_order = ("language", "paper", "valid_until")


class DeclarationForm(AsksOnceShown, NamesPaper, LetterForm):
    """A declaration; the action asks to confirm it if the person signed one before, or refused to."""

    field_order = ("language", "paper", "valid_until", "is_sure")


class PowerForm(ToAuthority, LetterForm):
    representative = ShortText(label=_("Who represents"), max_length=120)
    representative_paper = ShortText(
        label=_("Document or professional card of who represents"), max_length=120
    )
    field_order = ("language", "representative", "representative_paper", "authority", "paper")


class AppealForm(ToAuthority, LetterForm):
    enclosures = LongText(
        label=_("Enclosures"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One to a line."),
    )
    field_order = ("language", "authority", "paper", "enclosures")


class RequestForm(ToAuthority, LetterForm):
    subject = ShortText(label=_("Subject"), max_length=160, required=True)
    text = LongText(label=_("What is asked, and why"), widget=forms.Textarea(attrs={"rows": 8}))
    field_order = ("language", "authority", "paper", "subject", "text")


class RequestField(forms.ModelChoiceField):
    def label_from_instance(self, obj: SubjectRequest) -> str:
        return f"{obj.get_kind_display()} · {short_date(obj.received_on)}"


class AppointmentForm(LetterForm):
    appointment = forms.TypedChoiceField(label=_("Appointment"))
    bring = LongText(
        label=_("What to bring"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One to a line."),
    )
    field_order = ("language", "appointment", "bring")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        visits = {visit.key: visit for visit in appointments_of(self.person, self.today)}
        self.fields["valid_until"].help_text = _("Empty: until the day of the appointment.")
        choose_from(self, "appointment", [(key, _in_words(visit)) for key, visit in visits.items()])
        field_of(self, "appointment").coerce = visits.__getitem__


def _in_words(visit: Visit) -> str:
    hour = f" {visit.at_time:%H:%M}" if visit.at_time else ""
    return f"{short_date(visit.on)}{hour} · {visit.what}"


class AnswerForm(LetterForm):
    request = RequestField(label=_("Request that was answered"), queryset=None)
    field_order = ("language", "request")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "request", answered_requests_of(self.person))


FORMS: dict[str, type[LetterForm]] = {
    LetterKind.EMPLOYER: EmployerForm,
    LetterKind.CERTIFICATE: CertificateForm,
    LetterKind.APPOINTMENT: AppointmentForm,
    LetterKind.DECLARATION: DeclarationForm,
    LetterKind.POWER: PowerForm,
    LetterKind.APPEAL: AppealForm,
    LetterKind.REQUEST: RequestForm,
    LetterKind.ANSWER: AnswerForm,
}


class SeenForm(OncePerSubmission, ActionForm):
    """The button under the preview; `seen` is the hash of the previewed pages."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


class RevokeForm(ActionForm):
    reason = LongText(label=_("Why it is revoked"), widget=forms.Textarea(attrs={"rows": 3}))


class SignForm(ActionForm):
    """When and by whom a power of attorney was signed."""

    on = DateField(label=_("Signed on"), past_only=True)
    signer = ShortText(label=_("Signed by"), max_length=120, required=True)


class CodeForm(forms.Form):
    """The code printed on a letter."""

    code = ShortText(label=_("Code of the letter"), max_length=40, required=True)


class LogoForm(ActionForm):
    file = forms.FileField(
        label=_("Logo"),
        required=False,
        help_text=_("PNG or JPEG, 300 kB and 2 megapixels at most. It is printed on white."),
        widget=UploadInput(attrs={"accept": ".png,.jpg,.jpeg"}),
    )
    is_removed = forms.BooleanField(label=_("Print no logo any more"), required=False)

    def __init__(self, *args: Any, has_logo: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_logo:
            del self.fields["is_removed"]
