"""Form mixins that take a file, and store it while the user corrects the rest of the form."""

import uuid
from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.template.defaultfilters import filesizeformat
from django.utils.html import format_html
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.uploads.choices import CONTENT_TYPES, IMAGES, FileType
from casework.uploads.models import WaitingFile
from casework.uploads.rules.formats import LARGEST, refuse_at_sight
from casework.uploads.rules.refusals import EMPTY, TOO_LARGE
from casework.uploads.waiting import content_of, delete_waiting_file, store_waiting, waiting_file
from pages.forms import ActsOnce, field_of
from pages.refusals import ActionRefused
from pages.uploads import RefusedUpload, UploadInput

# Accepted extensions that are converted to another type.
OTHER_ENDINGS = ("jpeg", "jfif", "heic", "heif", "avif", "tif", "tiff", "bmp")

# Phones offer their camera because image types are listed, too.
ACCEPTED = ",".join(
    [
        *(f".{each}" for each in [*FileType, *OTHER_ENDINGS]),
        *sorted(CONTENT_TYPES[each] for each in IMAGES),
    ]
)

GONE = _("The file that was kept is no longer here. Choose it again.")


class KeptFile(forms.FileField):
    """A file of the six types, at most 25 MB; a worker checks its content."""

    def clean(self, data: Any, initial: Any = None) -> Any:
        file = super().clean(data, initial)
        if file and (file.size or 0) > LARGEST:
            raise ValidationError(TOO_LARGE, code="too_large")
        if isinstance(file, RefusedUpload):
            raise ValidationError(file.message, code="too_much")
        return file

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("File"))
        kwargs.setdefault(
            "help_text",
            _("PDF, photos and scans of any form, Word (DOCX) or plain text, 25 MB at most."),
        )
        kwargs.setdefault("widget", UploadInput(attrs={"accept": ACCEPTED}))
        super().__init__(**kwargs)
        self.error_messages["empty"] = EMPTY


class KeepsItsFile(ActsOnce, forms.Form):
    """Mixin: stores the chosen `file`, sealed, while another field is corrected; see `waiting.py`.

    The action gets it as `name` and `content`. `kept` identifies the stored file, so that a file of another page, even of the
    same form, is never used."""

    NOT_FOR_THE_ACTION = ActsOnce.NOT_FOR_THE_ACTION | {"kept", "drop"}
    STORE_PERMISSION = Permission.DOCUMENT_CHANGE

    user: User
    waiting: WaitingFile | None = None

    kept = forms.UUIDField(required=False, widget=forms.HiddenInput)
    drop = forms.BooleanField(label=_("Do not use the file that is kept"), required=False)
    file: forms.FileField = KeptFile()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._drop, self._needs_file = self.fields.pop("drop"), self.fields["file"].required
        self._help_text = self.fields["file"].help_text
        if key := self._key_sent():
            self._offer(waiting_file(key, form=self._form_id, by=self.user))
            if self.waiting is None:
                field = self.fields["file"]
                field.required, field.error_messages["required"] = True, GONE

    @property
    def is_dropped(self) -> bool:
        return bool(self.cleaned_data.get("drop"))

    def refuse_at_sight(self, name: str, content: bytes) -> None:
        """Raises ActionRefused early for a file that the action would refuse."""
        refuse_at_sight(name, content)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.acted_before(self.user):
            # The file was stored the first time: sending it again is no error.
            self.errors.pop("file", None)
        elif self._needs_file and self.is_dropped and not cleaned.get("file"):
            missing = self["file"].field.error_messages["required"]
            self.add_error("file", ValidationError(missing, code="required"))
        return cleaned

    def chosen(self) -> tuple[str, bytes] | None:
        """Name and content of the uploaded file, or else of the stored one."""
        sent: UploadedFile[Any] | None = self.cleaned_data.get("file")
        if sent:
            sent.seek(0)
            return str(sent.name), sent.read()
        if self.waiting and not self.is_dropped:
            return self.waiting.name, content_of(self.waiting)
        return None

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        del arguments["file"]
        name, content = self.chosen() or ("", b"")
        return arguments | {"name": name, "content": content}

    def does(self, action: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        """Acts as the base method does, and deletes the stored file in the transaction that uses it."""

        def act_and_delete(*about: Any, **facts: Any) -> Any:
            result = action(*about, **facts)
            if self.waiting:
                delete_waiting_file(self.waiting)
            return result

        return super().does(act_and_delete, *args, **kwargs)

    def after_refusal(self) -> None:
        """Stores the chosen file, unless the file itself was refused. A newly chosen file replaces the stored one."""
        super().after_refusal()
        sent = self.files.get(self.add_prefix("file"))
        if self.waiting and (sent or self.is_dropped or self.has_error("file")):
            delete_waiting_file(self.waiting)
            self._offer(None)
        if sent and not self.has_error("file"):
            self._keep(sent)
        if isinstance(self.data, QueryDict):
            data = self.data.copy()
            data[self.add_prefix("kept")] = str(self.waiting.pk) if self.waiting else ""
            data.pop(self.add_prefix("drop"), None)
            self.data = data

    def _keep(self, sent: "UploadedFile[Any]") -> None:
        sent.seek(0)
        name, content = str(sent.name), sent.read()
        try:
            self.refuse_at_sight(name, content)
            file = store_waiting(
                form=self._form_id,
                name=name,
                content=content,
                permission=self.STORE_PERMISSION,
                by=self.user,
            )
        except ActionRefused as refusal:
            self.add_error("file", ValidationError([str(each) for each in refusal.sentences]))
        else:
            self._offer(file)

    @property
    def _form_id(self) -> str:
        """Identifies the form and the row that it is about."""
        row = getattr(self, "row", None)
        return f"{type(self).__qualname__}:{getattr(row, 'pk', '')}"

    def _key_sent(self) -> uuid.UUID | None:
        try:
            return uuid.UUID(str(self.data.get(self.add_prefix("kept"), "")))
        except ValueError:
            return None

    def _offer(self, file: WaitingFile | None) -> None:
        """Shows the stored file beside the field, with a checkbox to drop it."""
        self.waiting = file
        field = field_of(self, "file")
        field.required = self._needs_file and file is None
        field.needed_when = pgettext_lazy("file", "kept") if file else ""
        # The bound field copied its help text when the form was cleaned.
        self["file"].help_text = field.help_text = self._help_text_for(file)
        self.fields.pop("drop", None)
        if file is None:
            return
        names = list(self.fields)
        self.fields["drop"] = self._drop
        names.insert(names.index("file") + 1, "drop")
        self.order_fields(names)

    def _help_text_for(self, file: WaitingFile | None) -> str:
        if file is None:
            return str(self._help_text)
        values = {"name": file.name, "size": filesizeformat(file.size)}
        sentence = (
            gettext("%(name)s, %(size)s: it is kept; choose another file to change it.") % values
        )
        return format_html("<strong>{}</strong> {}", sentence, self._help_text)
