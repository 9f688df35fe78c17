"""Words beside a name that say how the person left."""

from django.utils.translation import gettext as _

from casework.register.choices import ExitType, Voluntary
from casework.register.models.exit import Exit
from pages.dates import short_date


def exit_in_words(person_exit: Exit) -> str:
    """Returns how and on which day the person left."""
    words = {"day": short_date(person_exit.on)}
    if person_exit.type == ExitType.DIED:
        return _("died on %(day)s") % words
    if person_exit.type == ExitType.LOST_CONTACT:
        return _("contact lost on %(day)s") % words
    if person_exit.is_voluntary == Voluntary.NO:
        return _("forced return on %(day)s") % words
    return _("gone since %(day)s") % words


def name_with_exit(name: str, person_exit: Exit | None) -> str:
    """Returns the name, with a note if the person left."""
    return f"{name} ({exit_in_words(person_exit)})" if person_exit else name
