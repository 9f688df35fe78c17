"""Rooms."""

import uuid
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from reference.choices import RoomNeed
from shelters.choices import ForWhom, RoomKind
from shelters.models.site import Site
from shelters.querysets.site import OfSiteQuerySet
from shelters.rules.room_needs import offered_by

# For whom a room is and what it offers: `offered_by` takes them in this order after the first.
FEATURES = ("for_whom", "kind", "floor", "is_step_free", "has_cot", "has_own_bathroom")


class Room(models.Model):
    """A room, hall or tent of a site, and what it offers."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    site = models.ForeignKey(Site, models.PROTECT, related_name="rooms", verbose_name=_("site"))
    name = models.CharField(
        _("name"),
        max_length=40,
        help_text=_("As on the door. Never the name of somebody who sleeps there."),
    )
    kind = models.CharField(
        _("kind"), max_length=12, choices=RoomKind.choices, default=RoomKind.ROOM
    )
    floor = models.SmallIntegerField(_("floor"), default=0, help_text=_("0 is the ground floor."))
    wing = models.CharField(
        _("wing"), max_length=30, blank=True, help_text=_("Or house, if the site has several.")
    )
    closed_on = models.DateField(
        _("no longer used from"), null=True, blank=True, help_text=_("The first night without it.")
    )
    for_whom = models.CharField(
        _("for whom"),
        max_length=10,
        choices=ForWhom.choices,
        blank=True,
        help_text=_("Empty: for everybody."),
    )
    is_step_free = models.BooleanField(_("reached without steps"), default=False)
    has_cot = models.BooleanField(_("a cot can be added"), default=False)
    has_own_bathroom = models.BooleanField(_("own bathroom"), default=False)

    FEATURES = FEATURES

    objects = OfSiteQuerySet.as_manager()

    class Privacy:
        open = {"site", "name", "wing", "closed_on", *FEATURES}

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["site", "name"],
                name="one_room_name_per_site",
                violation_error_message=_("This site has a room of this name."),
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def facts(self) -> tuple[Any, ...]:
        """The values of FEATURES."""
        return tuple(getattr(self, name) for name in self.FEATURES)

    @property
    def offers(self) -> frozenset[RoomNeed]:
        """The needs of people that the room certainly meets."""
        return offered_by(*self.facts[1:])

    @property
    def features(self) -> list[tuple[str, str]]:
        """For whom it is and what it offers: the words, and the tone of their tag."""
        floor = _("Floor %(floor)s") % {"floor": self.floor} if self.floor else _("Ground floor")
        marks = [
            (self.for_whom, self.get_for_whom_display(), "calm"),
            (True, floor, "quiet"),
            (self.is_step_free, _("No steps"), "quiet"),
            (self.has_cot, _("Cot"), "quiet"),
            (self.has_own_bathroom, _("Own bathroom"), "quiet"),
        ]
        return [(str(words), tone) for is_so, words, tone in marks if is_so]
