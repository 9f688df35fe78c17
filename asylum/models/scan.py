"""Which document of the file is the image of which paper."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from asylum.models.permit import Permit
from asylum.models.renunciation import Renunciation, RenunciationStatusChange
from asylum.querysets.scans import PaperScanQuerySet
from casework.documents.models import CaseDocument


class PaperScan(models.Model):
    """That a document shows a permit, a renunciation, or the act by which a renunciation took one step.

    It holds nothing but this: who may open it, its versions and its withdrawal are the document's.
    """

    append_only = True

    document = models.OneToOneField(CaseDocument, models.PROTECT, related_name="scan_of")
    permit = models.ForeignKey(Permit, models.PROTECT, null=True, related_name="scans")
    renunciation = models.ForeignKey(Renunciation, models.PROTECT, null=True, related_name="scans")
    step = models.ForeignKey(
        RenunciationStatusChange, models.PROTECT, null=True, related_name="scans"
    )

    objects = PaperScanQuerySet.as_manager()

    class Privacy:
        open = {"document", "permit", "renunciation", "step"}

    class Meta:
        verbose_name = _("image of a paper")
        verbose_name_plural = _("images of papers")
        constraints = [
            models.CheckConstraint(
                condition=Q(permit__isnull=False, renunciation=None, step=None)
                | Q(permit=None, renunciation__isnull=False),
                name="scan_is_of_one_paper",
            )
        ]

    @property
    def paper(self) -> "Permit | Renunciation | RenunciationStatusChange":
        """What it shows; the database holds that there is one."""
        if self.permit is not None:
            return self.permit
        return self.step or self.renunciation  # type: ignore[return-value]
