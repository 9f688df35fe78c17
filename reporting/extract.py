"""What reporting gives to a person's extract: to whom a list with their name went."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from casework.extract import Held, Part, of_person

lists = Part(
    _("Lists for partners"),
    [
        Held(
            "reporting.NamedListLine",
            _("Lists in which the person stands"),
            of_person("reporting.NamedListLine"),
            ["named_list", "is_named"],
            permission=P.CONSENT_READ,
        )
    ],
)
