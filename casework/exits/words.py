"""How somebody left, in words beside a name."""

from django.utils.translation import gettext as _

from casework.register.choices import ExitType, Voluntary
from casework.register.models.exit import Exit
from pages.dates import short_date


def gone_in_words(leaving: Exit) -> str:
    """Since when the person is not here; for a death also where."""
    words = {"day": short_date(leaving.on)}
    if leaving.type == ExitType.DIED:
        return _("died on %(day)s") % words
    if leaving.type == ExitType.LOST_CONTACT:
        return _("contact lost on %(day)s") % words
    if leaving.is_voluntary == Voluntary.NO:
        return _("forced return on %(day)s") % words
    return _("gone since %(day)s") % words


def name_with_exit(name: str, leaving: Exit | None) -> str:
    """The name, with a note if the person left."""
    return f"{name} ({gone_in_words(leaving)})" if leaving else name
