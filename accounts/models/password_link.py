"""Requested password links that were not mailed yet."""

from django.db import models

from accounts.models.user import User


class WantedPasswordLink(models.Model):
    """Without a user for unknown addresses: so both cases take the same time."""

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)

    class Privacy:
        open = {"id", "user", "asked_at"}
