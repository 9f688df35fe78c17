"""The sections of a person's page, in the order in which people read them."""

from casework.sections import Section
from casework.sections.contact import Contact
from casework.sections.identity import Identity, Papers
from casework.sections.needs import Needs
from casework.sections.service_record import Service
from casework.sections.situation import Exposure, Onward, Sanctions

SECTIONS: list[Section] = [
    Identity(),
    Contact(),
    Needs(),
    Service(),
    Sanctions(),
    Papers(),
    Exposure(),
    Onward(),
]
