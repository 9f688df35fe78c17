"""Due items about one person, with the columns that they share in all rooms."""

from dataclasses import dataclass

from accounts.due import Source


@dataclass(frozen=True, kw_only=True)
class OfPerson(Source):
    """Each row is about one `individual` and due in the person's office; `of_case` is the case that follows the
    person."""

    case: str = "of_case"
    office: str = "individual__office_id"
    related: tuple[str, ...] = ("individual",)
    person: str = "individual_id"
