"""What somebody is called, as every page shows it."""

from django.utils.html import format_html
from django.utils.safestring import SafeString


class PersonName(str):
    """A name that a template sets apart from what stands round it: a name written from the right turns no number, and
    no translator makes words of it.

    Within an attribute of an element, say `|plain_name`.
    """

    __slots__ = ()

    def __html__(self) -> SafeString:
        return format_html('<bdi translate="no">{}</bdi>', str(self))
