"""What a roll-call says about a person."""

from django.utils.translation import gettext_lazy as _

from pages.choices import Toned


class RollPresence(Toned):
    """The answer about one person on one night. No answer is preset: nobody is present before somebody says so."""

    PRESENT = "present", "good", _("Present")
    ABSENT = "absent", "warn", _("Absent")
    EXCUSED = "excused", "calm", _("Excused")
