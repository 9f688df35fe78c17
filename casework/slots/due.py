"""What falls due about one person: in every room the rows have the same columns for it."""

from dataclasses import dataclass

from accounts.due import Source


@dataclass(frozen=True, kw_only=True)
class OfPerson(Source):
    """Each row is about one `individual` and falls due in their office; `of_case` is whichever case follows them."""

    case: str = "of_case"
    office: str = "individual__office_id"
    related: tuple[str, ...] = ("individual",)
    person: str = "individual_id"
