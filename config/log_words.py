"""Fills the slot `audit_verbs` with the texts of all apps for the audit log. Imported once, like `config.house`."""

from accounts import verbs as accounts_verbs
from accounts.audit_words import audit_verbs
from aid import verbs as aid_verbs
from asylum.checklists import slots as checklists
from asylum.claims import slots as claims
from asylum.contradictions import slots as contradictions
from asylum.evidence import slots as evidence
from asylum.flight import slots as flight
from asylum.identification import slots as identified
from asylum.individual_reviews import slots as individual_reviews
from asylum.interviews import slots as claim_interviews
from asylum.letters import slots as letters
from asylum.measures import slots as measures
from asylum.pathways import slots as pathways
from asylum.permits import slots as permits
from asylum.renunciation import slots as renunciation
from asylum.reported import slots as reported
from asylum.scans import slots as scans
from asylum.terms import slots as terms
from casework.arrivals import slots as arrivals
from casework.cases import slots as cases
from casework.children import slots as children
from casework.compartments import slots as compartments
from casework.consents import slots as consents
from casework.contact import slots as contact
from casework.documents import slots as documents
from casework.duplicates import slots as duplicates
from casework.exits import slots as exits
from casework.families import slots as families
from casework.file import slots as file
from casework.handovers import slots as handovers
from casework.home import slots as home
from casework.identity import slots as identity
from casework.interviews import slots as interviews
from casework.merges import slots as merges
from casework.needs import slots as needs
from casework.notes import slots as notes
from casework.plan import slots as plan
from casework.referrals import slots as referrals
from casework.rights import slots as rights
from casework.search import slots as search
from casework.service import slots as service
from casework.slips import slots as slips
from casework.tasks import slots as tasks
from casework.wellbeing import slots as wellbeing
from casework.work import slots as work
from imports import verbs as imports_verbs
from partners import verbs as partners_verbs
from reference import verbs as reference_verbs
from reporting import verbs as reporting_verbs
from shelters import verbs as shelters_verbs
from shelters.door import slots as door
from shelters.incidents import slots as site_incidents
from shelters.outings import slots as outings
from worklist import verbs as worklist_verbs

audit_verbs.fill(
    accounts_verbs.VERBS,
    arrivals.VERBS,
    cases.VERBS,
    children.VERBS,
    compartments.VERBS,
    consents.VERBS,
    contact.VERBS,
    documents.VERBS,
    duplicates.VERBS,
    exits.VERBS,
    families.VERBS,
    file.VERBS,
    handovers.VERBS,
    home.VERBS,
    identity.VERBS,
    interviews.VERBS,
    merges.VERBS,
    needs.VERBS,
    notes.VERBS,
    plan.VERBS,
    referrals.VERBS,
    rights.VERBS,
    search.VERBS,
    service.VERBS,
    slips.VERBS,
    tasks.VERBS,
    wellbeing.VERBS,
    work.VERBS,
    reference_verbs.VERBS,
    partners_verbs.VERBS,
    imports_verbs.VERBS,
    shelters_verbs.VERBS,
    door.VERBS,
    outings.VERBS,
    site_incidents.VERBS,
    claims.VERBS,
    checklists.VERBS,
    claim_interviews.VERBS,
    terms.VERBS,
    pathways.VERBS,
    permits.VERBS,
    scans.VERBS,
    flight.VERBS,
    renunciation.VERBS,
    letters.VERBS,
    contradictions.VERBS,
    evidence.VERBS,
    identified.VERBS,
    individual_reviews.VERBS,
    measures.VERBS,
    reported.VERBS,
    aid_verbs.VERBS,
    reporting_verbs.VERBS,
    worklist_verbs.VERBS,
)
