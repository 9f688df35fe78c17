"""A source of due items about one person each, with the usual lookup paths."""

from dataclasses import dataclass

from accounts.due import Source


@dataclass(frozen=True, kw_only=True)
class PersonDueSource(Source):
    """A source whose rows are about one `individual` and due in that person's office; `of_case` is the person's case."""

    case: str = "of_case"
    office: str = "individual__office_id"
    related: tuple[str, ...] = ("individual",)
    person: str = "individual_id"
