"""Other names, phones, needs, sanctions, wishes and plans of one person."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from casework.extract import Held, Part, of_person
from casework.extract.person import SEARCH, THIRD


def _held(model: str, title: object, shown: list[str], **more: object) -> Held:
    """Rows that hang on the person and say who recorded them."""
    return Held(model, title, of_person(model), shown, author="recorded_by", **more)  # type: ignore[arg-type]


situation = Part(
    _("Situation"),
    [
        _held("casework.Alias", _("Other names"), ["name"]),
        _held(
            "casework.Phone",
            _("Phones"),
            ["number", "country", "who_may_answer"],
            left_out={"token": SEARCH},
        ),
        _held(
            "casework.ContactAbroad",
            _("Contacts abroad"),
            ["relation", "country"],
            left_out={"name": THIRD, "phone": _("Phones of other people.")},
        ),
        _held("casework.OnwardPlan", _("Plans to travel on"), ["country", "status", "note"]),
        _held("casework.MediaRestriction", _("Wishes about media"), ["reason", "note"]),
        _held(
            "casework.Livelihood",
            _("Livelihood"),
            ["is_sole_breadwinner", "dependants_abroad", "note"],
        ),
        _held(
            "casework.SpecificNeed",
            _("Specific needs"),
            ["code", "source", "starts_on", "ended_on", "note", "withdrawn_because"],
            permission=P.NEED_READ,
        ),
        _held(
            "casework.OriginSanction",
            _("Sanctions at home"),
            ["type", "instrument", "on", "names_person", "charge", "evidence", "withdrawn_because"],
            permission=P.SERVICE_READ,
        ),
    ],
)
