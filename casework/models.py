"""Collects the models of every package for Django; nothing imports from it."""

from casework.arrivals import models as arrivals
from casework.bonds import models as bonds
from casework.children import models as children
from casework.claims import models as claims
from casework.compartments import models as compartments
from casework.consents import models as consents
from casework.contact import models as contact
from casework.corrections import models as corrections
from casework.documents import models as documents
from casework.duplicates import models as duplicates
from casework.exits import models as exits
from casework.families import models as families
from casework.home import models as home
from casework.identity import models as identity
from casework.interviews import models as interviews
from casework.merges import models as merges
from casework.needs import models as needs
from casework.notes import models as notes
from casework.plan import models as plan
from casework.referrals import models as referrals
from casework.register.models import (
    alias,
    arrival,
    assignment,
    case,
    exit,
    identity_document,
    individual,
    recorded,
)
from casework.rights import models as rights
from casework.search import models as search
from casework.service import models as service
from casework.slips import models as slips
from casework.tasks import models as tasks
from casework.wellbeing import models as wellbeing
from casework.work import models as work

__all__ = [
    "alias",
    "arrival",
    "arrivals",
    "assignment",
    "bonds",
    "case",
    "children",
    "claims",
    "compartments",
    "consents",
    "contact",
    "corrections",
    "documents",
    "duplicates",
    "exit",
    "exits",
    "families",
    "home",
    "identity",
    "identity_document",
    "individual",
    "interviews",
    "merges",
    "needs",
    "notes",
    "plan",
    "recorded",
    "referrals",
    "rights",
    "search",
    "service",
    "slips",
    "tasks",
    "wellbeing",
    "work",
]
