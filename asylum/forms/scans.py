"""The image of a paper: alone, or with the form that records the paper."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from asylum.actions.scans import Scan
from asylum.forms.permits import PermitForm, RenewForm
from asylum.forms.renunciations import RenunciationForm, VerifyForm
from casework.documents.forms import KeepsItsFile, KeptFile, WithFile
from casework.register.forms import AboutForm
from pages.forms import LongText, OncePerSubmission


class ScanForm(WithFile, OncePerSubmission, AboutForm):
    """The image of a paper that is on file."""

    ASKS = Permission.DOCUMENT_READ


class WithdrawScanForm(AboutForm):
    """Why it is not the image of this paper."""

    reason = LongText(label=_("Why the document is withdrawn"), max_length=500)


class WithScan(KeepsItsFile):
    """Mixin: the image of the paper may come along; it reaches the action as `scan`."""

    ASKS = Permission.DOCUMENT_READ

    file = KeptFile(label=_("Image of this paper"), required=False)

    def __init__(self, *args: Any, user: User, row: Any, **kwargs: Any) -> None:
        self.user, self.row = user, row
        super().__init__(*args, **kwargs)

    def for_action(self) -> dict[str, Any]:
        told = super().for_action()
        del told["file"]
        chosen = self.chosen()
        return told | {"scan": Scan(*chosen) if chosen else None}


class RecordPermitForm(WithScan, PermitForm):
    field_order = ("type", "number", "issued_on", "expires_on", "work_right", "file")


class RenewPermitForm(WithScan, RenewForm):
    field_order = ("expires_on", "issued_on", "number", "work_right", "file")


class RecordRenunciationForm(WithScan, RenunciationForm):
    """The paper with its image, which stands last."""

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
