"""The model of sessions."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User


class Session(models.Model):
    """A session of one browser, by the SHA-256 of its cookie. Its content is encrypted: a copy of the table logs nobody in."""

    session_key = models.CharField(max_length=64, primary_key=True)
    session_data = models.TextField()
    expire_date = models.DateTimeField(db_index=True)
    user = models.ForeignKey(
        User, models.CASCADE, null=True, related_name="sessions", verbose_name=_("user")
    )
    browser = models.CharField(_("browser"), max_length=60, blank=True)
    started_at = models.DateTimeField(_("since"), default=timezone.now)
    last_seen_at = models.DateTimeField(_("last seen"), default=timezone.now)

    class Privacy:
        open = {"session_key", "expire_date", "user", "browser", "started_at", "last_seen_at"}
        staff = {"session_data"}

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ["-last_seen_at"]
