"""Which requests about own data there are."""

from typing import Self

from casework.claims.choices import ENDS_THE_FILE, SubjectRequestResult
from casework.register.querysets.individual import OfIndividualQuerySet


class SubjectRequestQuerySet(OfIndividualQuerySet):
    """They follow the person."""

    def standing(self) -> Self:
        """Without those that were recorded by mistake: they stay readable and count nowhere."""
        return self.filter(is_mistake=False)

    def open(self) -> Self:
        return self.standing().filter(answered_on=None)

    def incomplete(self) -> Self:
        """Open requests that wait for the person to complete them."""
        return self.open().filter(completion_asked_on__isnull=False, completed_on=None)

    def to_answer(self) -> Self:
        """Open requests that are complete, as far as anybody said."""
        return self.open().exclude(completion_asked_on__isnull=False, completed_on=None)

    def ending_the_file(self) -> Self:
        """Open requests after which the file is erased, unless something obliges to keep it."""
        return self.open().filter(kind__in=ENDS_THE_FILE)

    def granted_and_not_done(self) -> Self:
        """Those that were granted of people whose file is there still."""
        granted = self.standing().filter(
            kind__in=ENDS_THE_FILE, result=SubjectRequestResult.GRANTED
        )
        return granted.filter(individual__erased_on=None)

    def about_the_end(self) -> Self:
        """Those that wait for an answer, and those that were granted and wait for the erasure."""
        return self.ending_the_file() | self.granted_and_not_done()
