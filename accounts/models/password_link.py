"""The model of requested password links."""

from django.db import models

from accounts.models.user import User


class WantedPasswordLink(models.Model):
    """A request that was not mailed yet. `user` is None for an unknown address, so that both cases take the same time."""

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)

    class Privacy:
        open = {"id", "user", "asked_at"}
