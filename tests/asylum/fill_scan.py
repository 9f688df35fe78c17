"""The images of a permit, of a renunciation and of its last step, where the family has them."""

from accounts.models import User
from asylum.scans.actions import Paper, add_scan, right_to_add
from tests.casework.documents.build import look_into_all
from tests.casework.documents.papers import a_picture
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    for person in family.people:
        for permit in person.permits.filter(mistaken_on=None):
            _scan(permit, by)
        for paper in person.renunciations.all():
            if right_to_add(paper, cast.lucia):
                _scan(paper, cast.lucia)
                _scan(paper.status_changes.latest("at"), cast.lucia)
    look_into_all()


def _scan(paper: Paper, by: User) -> None:
    add_scan(paper, name="papel.jpg", content=a_picture(size=(90, 60)), by=by)
