"""The preview of a merge, without names."""

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

# Rows of a case that are about the family as a whole if they name nobody.
WRITTEN = (Note.objects, CaseDocument.objects)


def two_services(survivor: Individual, merged: Individual, reader: User) -> list[str]:
    """Force, rank and unit of both records if they differ: both stay on file, and somebody withdraws the wrong one."""
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


def outlook(survivor: Individual, merged: Individual) -> list[str]:
    """What becomes of the case of `merged` and of the person's rows there."""
    today = survivor.office.today()
    case, left_case = case_of(survivor, today), case_of(merged, today)
    membership = merged.memberships.latest_on(today).first()
    if case is None or left_case is None or case == left_case:
        return []
    if membership is None or not overlaps_membership(membership, survivor):
        return []
    words = {"case": left_case.number, "to": case.number, "team": left_case.team.name}
    sentences = [
        _("What is on file about this person in %(case)s goes over to %(to)s.") % words,
        *sentences_of_move([merged], leaving=left_case),
    ]
    if any(rows.filter(case=left_case, individual=None).exists() for rows in WRITTEN):
        sentences.append(
            _("Notes and documents of the family as a whole stay in %(case)s.") % words
        )
    others = left_case.members.on(today).exclude(individual=merged)
    if not others.exists():
        sentences.append(
            _("Nobody is left in %(case)s. It stays readable, and %(to)s leads to it.") % words
        )
    if case.team_id != left_case.team_id:
        sentences.append(
            _(
                "%(case)s is with the team “%(team)s”: whoever works only there does not see this person any more."
            )
            % words
        )
    return sentences
