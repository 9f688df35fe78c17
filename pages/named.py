"""A person's name, as every page shows it."""

from django.utils.html import format_html
from django.utils.safestring import SafeString


class PersonName(str):
    """A name that templates isolate with <bdi>: it cannot reverse the text around it, and browsers do not translate it.

    In an attribute of an element use `|plain_name`.
    """

    __slots__ = ()

    def __html__(self) -> SafeString:
        return format_html('<bdi translate="no">{}</bdi>', str(self))
