"""Querysets of requests about own data."""

from typing import Self

from casework.claims.choices import ENDS_THE_FILE, SubjectRequestResult
from casework.register.querysets.individual import OfIndividualQuerySet


class SubjectRequestQuerySet(OfIndividualQuerySet):
    """Requests, visible with the person."""

    def standing(self) -> Self:
        """Returns requests that were not recorded by mistake."""
        return self.filter(is_mistake=False)

    def open(self) -> Self:
        return self.standing().filter(answered_on=None)

    def incomplete(self) -> Self:
        """Returns open requests that wait for the person to complete them."""
        return self.open().filter(completion_asked_on__isnull=False, completed_on=None)

    def to_answer(self) -> Self:
        """Returns open requests except those that wait for the person to complete them."""
        return self.open().exclude(completion_asked_on__isnull=False, completed_on=None)

    def ending_the_file(self) -> Self:
        """Returns open requests after which the file is erased, unless a duty to keep it applies."""
        return self.open().filter(kind__in=ENDS_THE_FILE)

    def granted_and_not_done(self) -> Self:
        """Returns granted requests of people whose file is not yet erased."""
        granted = self.standing().filter(
            kind__in=ENDS_THE_FILE, result=SubjectRequestResult.GRANTED
        )
        return granted.filter(individual__erased_on=None)

    def about_the_end(self) -> Self:
        """Returns requests to end the file that wait for an answer, and granted ones that wait for the erasure."""
        return self.ending_the_file() | self.granted_and_not_done()
