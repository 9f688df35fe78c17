"""Forms for the image of a paper."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.documents.actions import SentFile
from casework.register.forms import AboutForm
from casework.uploads.forms import KeepsItsFile, KeptFile
from pages.forms import LongText, OncePerSubmission


class ScanForm(KeepsItsFile, OncePerSubmission, AboutForm):
    """The image of a recorded paper."""

    STORE_PERMISSION = Permission.DOCUMENT_READ


class WithdrawScanForm(AboutForm):
    """Why the document is not the image of this paper."""

    reason = LongText(label=_("Why the document is withdrawn"), max_length=500)


class WithScan(KeepsItsFile):
    """Mixin: an optional image of the paper, which the action gets as `scan`."""

    STORE_PERMISSION = Permission.DOCUMENT_READ

    file = KeptFile(label=_("Image of this paper"), required=False)

    def __init__(self, *args: Any, user: User, row: Any, **kwargs: Any) -> None:
        self.user, self.row = user, row
        super().__init__(*args, **kwargs)

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        name, content = arguments.pop("name"), arguments.pop("content")
        return arguments | {"scan": SentFile(name, content) if name else None}
