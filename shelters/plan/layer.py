"""A draft of moves on the board: a dotted run for each new bed."""

import uuid

from accounts.models import User
from shelters.board.choices import RunKind
from shelters.board.rules import Piece
from shelters.plan.models import MoveLine, MovePlan


def drafts_of(plan_id: uuid.UUID | None, reader: User) -> dict[uuid.UUID, list[Piece]]:
    """By bed what the draft would put there, of people whom the reader sees; empty for a plan that is no draft."""
    plan = plan_id and MovePlan.objects.visible_to(reader).drafts().filter(pk=plan_id).first()
    if not plan:
        return {}
    lines = MoveLine.objects.visible_to(reader).filter(plan=plan).exclude(bed=None).with_people()
    drawn: dict[uuid.UUID, list[Piece]] = {}
    for line in lines:
        piece = Piece(RunKind.DRAFT, plan.first_night_of(line.placement), line.until, line)
        drawn.setdefault(line.bed_id, []).append(piece)
    return drawn
