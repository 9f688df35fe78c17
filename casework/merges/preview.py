"""Sentences that say what a merge will do, without names."""

from django.utils.translation import gettext as _

from accounts.models import User
from casework.documents.models import CaseDocument
from casework.duplicates.side_by_side import service_in_words
from casework.merges.doubles import services_differ
from casework.notes.models import Note
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.slots.followers import sentences_of_move
from casework.slots.obstacles import overlaps_membership

# Rows of these tables are about the family as a whole if they name nobody.
FAMILY_ROWS = (Note.objects, CaseDocument.objects)


def sentences_of_two_services(survivor: Individual, merged: Individual, reader: User) -> list[str]:
    """Returns a sentence on each record's service if the two differ, for the services that the reader may read."""
    if not services_differ(survivor, merged):
        return []
    sentence = _(
        "%(number)s says of service: %(service)s. Both stay on file: take back which is wrong."
    )
    return [
        sentence % {"number": each.number, "service": words}
        for each in (survivor, merged)
        if (words := service_in_words(each, reader))
    ]


def sentences_of_merge(survivor: Individual, merged: Individual) -> list[str]:
    """Returns sentences about the case of `merged` and the person's rows there; empty if the case does not change."""
    today = survivor.office.today()
    case, old_case = case_of(survivor, today), case_of(merged, today)
    membership = merged.memberships.latest_on(today).first()
    if case is None or old_case is None or case == old_case:
        return []
    if membership is None or not overlaps_membership(membership, survivor):
        return []
    words = {"case": old_case.number, "to": case.number, "team": old_case.team.name}
    sentences = [
        _("What is on file about this person in %(case)s goes over to %(to)s.") % words,
        *sentences_of_move([merged], leaving=old_case),
    ]
    if any(rows.filter(case=old_case, individual=None).exists() for rows in FAMILY_ROWS):
        sentences.append(
            _("Notes and documents of the family as a whole stay in %(case)s.") % words
        )
    other_members = old_case.members.on(today).exclude(individual=merged)
    if not other_members.exists():
        sentences.append(
            _("Nobody is left in %(case)s. It stays readable, and %(to)s leads to it.") % words
        )
    if case.team_id != old_case.team_id:
        sentences.append(
            _(
                "%(case)s is with the team “%(team)s”: whoever works only there does not see this person any more."
            )
            % words
        )
    return sentences
