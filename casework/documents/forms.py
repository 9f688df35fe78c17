"""Filing and withdrawing documents."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from casework.documents.choices import DocumentKind, FileType
from casework.register.forms import AboutForm, person_of
from pages.forms import LongText, OncePerSubmission, ShortText

ACCEPTED = ",".join(f".{each}" for each in [*FileType.values, "jpeg"])


class KeptFile(forms.FileField):
    """A file of the six types, at most 25 MB; the action looks inside."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("File"))
        kwargs.setdefault(
            "help_text", _("PDF, JPEG, PNG, WebP, Word (DOCX) or plain text, 25 MB at most.")
        )
        kwargs.setdefault("widget", forms.FileInput(attrs={"accept": ACCEPTED}))
        super().__init__(**kwargs)


class WithFile(forms.Form):
    """Mixin: the uploaded `file` reaches the action as `name` and `content`."""

    file = KeptFile()

    def for_action(self) -> dict[str, Any]:
        told: dict[str, Any] = super().for_action()  # type: ignore[misc]
        file: UploadedFile[Any] = told.pop("file")
        return told | {"name": file.name, "content": file.read()}


class FileDocumentForm(WithFile, OncePerSubmission, AboutForm):
    kind = forms.ChoiceField(label=_("Kind"), choices=[("", "—"), *DocumentKind.choices])
    title = ShortText(label=_("Title"), max_length=120, required=True)

    field_order = ("file", "kind", "title", "individual")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        about = person_of(self.row, self.user.today(), label=_("Document about"))
        self.fields["individual"] = about


class ReplaceDocumentForm(WithFile, OncePerSubmission, AboutForm):
    remark = ShortText(label=_("What is new in this version"))


class WithdrawDocumentForm(AboutForm):
    reason = LongText(label=_("Why the document is withdrawn"), max_length=500)
