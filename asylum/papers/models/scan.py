"""Links between papers and the documents that show them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation, RenunciationStatusChange
from asylum.papers.querysets import PaperScanQuerySet
from casework.documents.models import CaseDocument


class PaperScan(models.Model):
    """Links a document to the permit, the renunciation, or the step of a renunciation that the document shows.

    Access, versions and withdrawal are those of the document.
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
        """The paper or step that the document shows; a constraint allows one paper."""
        if self.permit is not None:
            return self.permit
        return self.step or self.renunciation  # type: ignore[return-value]
