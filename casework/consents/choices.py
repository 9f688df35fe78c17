"""Choices of consent, of the privacy notice, and of the legal basis of a file."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Purpose(models.TextChoices):
    """A purpose of consent; each is asked, refused and withdrawn separately."""

    STORING = "storing", _("Keeping the file")
    LEGAL_AID = "legal_aid", _("Sharing with legal aid")
    HEALTH = "health", _("Sharing with a health provider")
    UNHCR = "unhcr", _("Sharing with UNHCR and other UN agencies")
    GOVERNMENT = "government", _("Sharing with a government authority")
    AID_ORGANISATION = "aid_organisation", _("Sharing with another aid organisation")
    INTERVIEWS = "interviews", _("Interviews with outsiders and media")
    PHOTOS = "photos", _("Photos")
    NAMED_EXPORT = "named_export", _("Export with the name")


class ConsentStatus(models.TextChoices):
    ASKED = "asked", pgettext_lazy("consent", "Asked")
    GIVEN = "given", pgettext_lazy("consent", "Given")
    REFUSED = "refused", pgettext_lazy("consent", "Refused")
    WITHDRAWN = "withdrawn", pgettext_lazy("consent", "Withdrawn")


_S = ConsentStatus
SAYS_NO = (_S.REFUSED, _S.WITHDRAWN)

# "Given" after "given" is a renewal. Expiry follows from the day and is never stored.
CONSENT_MOVES: dict[str, frozenset[str]] = {
    "": frozenset({_S.ASKED, _S.GIVEN, _S.REFUSED}),
    _S.ASKED: frozenset({_S.GIVEN, _S.REFUSED}),
    _S.GIVEN: frozenset({_S.GIVEN, _S.WITHDRAWN}),
    _S.REFUSED: frozenset({_S.ASKED, _S.GIVEN}),
    _S.WITHDRAWN: frozenset({_S.ASKED, _S.GIVEN}),
}

CONSENT_TONE: dict[str, str] = {
    "": "quiet",
    _S.ASKED: "warn",
    _S.GIVEN: "good",
    _S.REFUSED: "trouble",
    _S.WITHDRAWN: "trouble",
}


class Basis(models.TextChoices):
    """How an answer about a consent was given, or why nobody could answer. Not the legal basis of a file: see Ground."""

    WRITTEN = "written", _("In writing")
    SPOKEN = "spoken", _("By word of mouth")
    GUARDIAN = "guardian", _("By a parent or guardian")
    VITAL_INTEREST = "vital", _("Vital interest, the person could not be asked")


class ConsentLanguage(models.TextChoices):
    """The language of the explanation (ISO 639)."""

    SPANISH = "es", _("Spanish")
    WAYUU = "guc", _("Wayuunaiki")
    ENGLISH = "en", _("English")
    OTHER = "mis", _("Another language")


# The HouseText code of the privacy notice; `text_code` returns the code of the text for a purpose.
NOTICE = "privacy-notice"


def text_code(purpose: str) -> str:
    """Returns the code of the text that is read for this purpose."""
    return f"consent-{purpose}"


class NoticeState(models.TextChoices):
    TOLD = "told", pgettext_lazy("notice", "Told")
    NOT_YET = "not_yet", pgettext_lazy("notice", "Not yet")


class ToldHow(models.TextChoices):
    """How the notice reached the person."""

    READ_ALOUD = "aloud", pgettext_lazy("notice", "Read aloud")
    SHOWN = "shown", pgettext_lazy("notice", "Shown to be read")
    ON_PAPER = "paper", pgettext_lazy("notice", "Given on paper")
    # A baby hears no notice; its representative does.
    TO_ANOTHER = "another", pgettext_lazy("notice", "Told to whoever represents the person")


class NotToldBecause(models.TextChoices):
    DANGER = "danger", _("There was danger or no time")
    UNWELL = "unwell", _("The person was too ill or too shaken")
    LANGUAGE = "language", _("Nobody spoke the person's language")
    ABSENT = "absent", _("The person was not there")
    OTHER = "other", _("Another reason, in the note")
    UNSAID = "unsaid", _("Nobody said whether it was told")
    UNHEARD = "unheard", _("Nobody said who heard it for the person")

    @classmethod
    def form_choices(cls) -> list[tuple[str, str]]:
        """Returns the choices of a form, without those that mean that nobody answered."""
        no_answer = {cls.UNSAID, cls.UNHEARD}
        return [(each.value, str(each.label)) for each in cls if each not in no_answer]


class Ground(models.TextChoices):
    """The legal ground of a file: Ley 1581 de 2012, arts. 6, 7, 9 and 10; Decreto 1377 de 2013, arts. 9 and 20."""

    AUTHORISED = "authorised", _("The person authorised it (art. 9)")
    REPRESENTED = "represented", _("Whoever represents the person authorised it (arts. 6a and 7)")
    VITAL = "vital", _("Vital interest of somebody who cannot authorise (art. 6b)")
    EMERGENCY = "emergency", _("Medical or health emergency (art. 10c)")
    CLAIM = "claim", _("A right is claimed or defended before a judge (art. 6d)")
    ORDERED = "ordered", _("An authority in its functions or a judge asked for it (art. 10a)")
    DUTY = "duty", _("A law or a contract obliges to keep it (Decreto 1377, art. 9)")
    NONE_YET = "none_yet", _("None yet")


AUTHORISING_GROUNDS = frozenset({Ground.AUTHORISED, Ground.REPRESENTED})


class CannotAnswer(models.TextChoices):
    """The reason why somebody else authorised."""

    CHILD = "child", _("The person is a child")
    ABSENT = "absent", _("The person is absent")
    UNABLE = "unable", _("The person cannot express a will")


class Given(models.TextChoices):
    """How an authorisation was given (Decreto 1377 de 2013, art. 7)."""

    WRITTEN = "written", _("In writing")
    SPOKEN = "spoken", _("By word of mouth")
