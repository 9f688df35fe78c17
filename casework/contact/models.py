"""Phones, and the rules for calling them."""

from django.db import models
from django.utils.formats import time_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casework.register.choices import PhoneLabel
from casework.register.models.individual import Individual
from casework.register.models.recorded import Edited, Recorded
from vault.fields import EncryptedTextField, ExactTokenField


class Phone(Edited, Recorded):
    """A person's phone number, with the rules that protect the person from harm by a call."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="phones")
    number = EncryptedTextField(gettext_lazy("number"))
    token = ExactTokenField(null=True, db_index=True)
    tail_token = ExactTokenField(null=True, db_index=True)
    country = models.CharField(
        gettext_lazy("country"), max_length=2, blank=True, help_text="ISO 3166-1"
    )
    label = models.CharField(
        gettext_lazy("whose phone"),
        max_length=8,
        choices=PhoneLabel.choices,
        default=PhoneLabel.UNKNOWN,
    )
    may_be_called = models.BooleanField(gettext_lazy("may be called"), default=False)
    asks_first = models.BooleanField(gettext_lazy("ask before calling"), default=False)
    is_message_only = models.BooleanField(gettext_lazy("messages only"), default=False)
    takes_no_voicemail = models.BooleanField(gettext_lazy("no voicemail"), default=False)
    call_from = models.TimeField(gettext_lazy("call from"), null=True, blank=True)
    call_until = models.TimeField(gettext_lazy("call until"), null=True, blank=True)
    who_may_answer = EncryptedTextField(gettext_lazy("who may answer"), blank=True)
    ended_on = models.DateField(gettext_lazy("no longer used since"), null=True, blank=True)

    class Privacy:
        open = {
            "label",
            "may_be_called",
            "asks_first",
            "is_message_only",
            "takes_no_voicemail",
            "call_from",
            "call_until",
            "ended_on",
        }
        counted = {"country"}
        personal = {"number", "token", "tail_token", "who_may_answer"}

    class Meta:
        verbose_name = gettext_lazy("phone")
        verbose_name_plural = gettext_lazy("phones")
        ordering = ["-recorded_at"]

    RULES = (
        "label",
        "may_be_called",
        "asks_first",
        "is_message_only",
        "takes_no_voicemail",
        "call_from",
        "call_until",
        "who_may_answer",
    )

    @property
    def is_free_to_call(self) -> bool:
        """Whether no warning applies: the phone is the person's own, and somebody recorded that calls are safe."""
        return self.may_be_called and not self.warnings

    @property
    def warnings(self) -> list[str | Promise]:
        """Sentences to read before using the number, the gravest first. Empty only if calls are safe."""
        sentences: list[str | Promise] = []
        if self.is_message_only:
            sentences.append(_("Write messages only; never call."))
        elif not self.may_be_called:
            sentences.append(_("Do not call: nobody has said that a call is safe."))
        if self.asks_first:
            sentences.append(_("Ask the person before each call."))
        if self.takes_no_voicemail:
            sentences.append(_("Leave no voice message."))
        if hours := self._hours():
            sentences.append(hours)
        if self.label == PhoneLabel.UNKNOWN:
            sentences.append(_("Nobody said whose phone it is: do not say who calls, or why."))
        elif self.label != PhoneLabel.OWN:
            sentences.append(
                _("Somebody else may answer (%(label)s): do not say who calls, or why.")
                % {"label": self.get_label_display()}
            )
        if self.who_may_answer:
            sentences.append(_("May answer: %(who)s") % {"who": self.who_may_answer})
        return sentences

    def _hours(self) -> str:
        first, last = (
            time_format(time, "H:i") if time else "" for time in (self.call_from, self.call_until)
        )
        if first and last:
            return _("Only between %(first)s and %(last)s.") % {"first": first, "last": last}
        if first:
            return _("Not before %(first)s.") % {"first": first}
        return _("Not after %(last)s.") % {"last": last} if last else ""

    @property
    def page_title(self) -> str:
        return str(self.get_label_display())
