"""Takes steps of the family builder: changes the principal, and changes back."""

from accounts.models import User
from casework.families.actions.family import change_principal
from casework.register.choices import Relation
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    mother, son = (family.case.members.get(individual=person) for person in family.people)
    change_principal(family.case, principal=son, relation_of_former=Relation.MOTHER, by=by)
    change_principal(family.case, principal=mother, relation_of_former=Relation.SON, by=by)
