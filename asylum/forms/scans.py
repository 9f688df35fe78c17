"""Forms for the image of a paper: alone, or with the form that records the paper."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from asylum.forms.permits import PermitForm, RenewForm
from asylum.forms.renunciations import RenunciationForm, VerifyForm
from asylum.models import Renunciation
from asylum.pathways.querysets import permit_types_for
from casework.documents.actions import Sent
from casework.register.choices import YesNo
from casework.register.forms import AboutForm, choices_with_blank
from casework.register.models.individual import Individual
from casework.uploads.forms import KeepsItsFile, KeptFile
from pages.forms import LongText, OncePerSubmission, choose_from


class ScanForm(KeepsItsFile, OncePerSubmission, AboutForm):
    """The image of a recorded paper."""

    ASKS = Permission.DOCUMENT_READ


class WithdrawScanForm(AboutForm):
    """Why it is not the image of this paper."""

    reason = LongText(label=_("Why the document is withdrawn"), max_length=500)


class WithScan(KeepsItsFile):
    """Mixin for an optional image of the paper, which reaches the action as `scan`."""

    ASKS = Permission.DOCUMENT_READ

    file = KeptFile(label=_("Image of this paper"), required=False)

    def __init__(self, *args: Any, user: User, row: Any, **kwargs: Any) -> None:
        self.user, self.row = user, row
        super().__init__(*args, **kwargs)

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        name, content = arguments.pop("name"), arguments.pop("content")
        return arguments | {"scan": Sent(name, content) if name else None}


class RecordPermitForm(WithScan, PermitForm):
    """A permit with its image. Offers the kinds of the office's country; those no longer issued at the person's entry
    come last."""

    field_order = (
        "type",
        "number",
        "has_no_number",
        "issued_on",
        "expires_on",
        "valid_from",
        "authority",
        "work_right",
        "file",
    )

    def __init__(self, *args: Any, row: Individual, **kwargs: Any) -> None:
        super().__init__(*args, row=row, **kwargs)
        choose_from(self, "type", choices_with_blank(permit_types_for(row)))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("number") and not cleaned.get("has_no_number"):
            self.add_error("number", _("Write the number, or say that the paper bears none."))
        return cleaned


class RenewPermitForm(WithScan, RenewForm):
    field_order = ("expires_on", "issued_on", "number", "work_right", "file")


class RecordRenunciationForm(WithScan, RenunciationForm):
    """The paper with its image, as the last field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields([*(name for name in self.fields if name not in ("file", "drop")), "file"])


class VerifyWithScanForm(WithScan, VerifyForm):
    """The act of the authority with its image."""

    field_order = (
        "on",
        "authority",
        "reference",
        "are_consequences_explained",
        "is_copy_given",
        "file",
        "scan_follows",
        "because",
        "remark",
    )

    def __init__(self, *args: Any, row: Renunciation, **kwargs: Any) -> None:
        """Prefills the answers that the paper on file states, to be compared with the authority's act, and nothing
        else."""
        super().__init__(*args, row=row, **kwargs)
        for name in ("are_consequences_explained", "is_copy_given"):
            if (said := getattr(row, name)) != YesNo.UNKNOWN:
                self.initial.setdefault(name, said)
                self.fields[name].help_text = _("As the paper on file says: %(answer)s.") % {
                    "answer": YesNo(said).label
                }
