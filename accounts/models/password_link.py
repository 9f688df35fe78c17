"""Links to set a password that somebody asked for and that were not mailed yet."""

from django.db import models

from accounts.models.user import User


class WantedPasswordLink(models.Model):
    """Nobody's for an address without an account: so both take a visitor the same time."""

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)

    class Privacy:
        open = {"id", "user", "asked_at"}
