"""Collects the models of every package for Django; nothing imports from it."""

from asylum.checklists import models as checklists
from asylum.contradictions import models as contradictions
from asylum.evidence import models as evidence
from asylum.exclusion import models as exclusion
from asylum.flight import models as flight
from asylum.identification import models as identification
from asylum.individual_reviews import models as individual_reviews
from asylum.letters import models as letters
from asylum.measures import models as measures
from asylum.papers.models import permit, renunciation, scan
from asylum.pathways import models as pathways
from asylum.procedure.models import application, deadline, interview, term_move
from asylum.reported import models as reported
from asylum.terms import models as terms

__all__ = [
    "application",
    "checklists",
    "contradictions",
    "deadline",
    "evidence",
    "exclusion",
    "flight",
    "identification",
    "individual_reviews",
    "interview",
    "letters",
    "measures",
    "pathways",
    "permit",
    "renunciation",
    "reported",
    "scan",
    "term_move",
    "terms",
]
