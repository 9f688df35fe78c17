"""What a file holds about one person: contact, names, papers, needs, sanctions, wishes, plans."""

from accounts.models import User
from casework.contact.actions import add_phone
from casework.identity.actions.aliases import add_alias, record_languages
from casework.identity.actions.exposure import restrict_media, wish_anonymity
from casework.identity.actions.identity_documents import add_identity_document
from casework.identity.actions.onward import add_contact_abroad, record_onward_plan
from casework.identity.models import FactChange
from casework.needs.actions import record_livelihood, record_need
from casework.register.actions import save_new_row
from casework.service.actions import record_sanction
from casework.service.models import OriginSanction, ServiceRecord
from reference.models import NeedCode
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    person, child = family.people[:2]
    on = by.today()
    add_phone(person, number="0414-7654321", who_may_answer=f"Su hermana {family.named}", by=by)
    add_alias(person, name=f"Zori {family.named}", by=by)
    was = {"given_names": f"Zaida {family.named}", "family_names": ""}
    became = {"given_names": person.given_names, "family_names": person.family_names}
    save_new_row(FactChange, person, by=by, was=was, became=became, since="2019")
    record_languages(person, languages=["spa", "guc"], needs_interpreter=True, by=by)
    add_identity_document(person, number="P-5566778", type="passport", by=by)
    record_need(
        person,
        code=a_code("DS-PM", room_needs=["ground_floor"]),
        starts_on=on,
        source="observed",
        note=f"Camina mal. {family.sealed}",
        by=by,
    )
    record_livelihood(person, dependants_abroad=3, note=f"Envía dinero. {family.sealed}", by=by)
    facts = {"charge": f"Traición. {family.sealed}", "evidence": f"Gaceta. {family.sealed}"}
    writer = by if by.holds("service_change") else cast.ana
    if writer == by:
        record_sanction(person, type="expulsion", by=by, **facts)
    else:
        _as_owner_of_the_file(OriginSanction, person, by, type="expulsion", **facts)
    assert ServiceRecord.objects.filter(individual=person).exists()
    wish_anonymity(child, wished_on=on, alias=f"Sombra {family.named}", by=by)
    restrict_media(child, reason="own_wish", on=on, note=f"Teme. {family.sealed}", by=by)
    add_contact_abroad(
        person, country="ES", name=f"Tía {family.named}", phone="+34612345678", by=by
    )
    record_onward_plan(person, status="wants", country="ES", note=family.sealed, by=by)


def _as_owner_of_the_file(model, person, by: User, **facts: str) -> None:
    """A supervisor reads service and records none; the restricted world has its row all the same."""
    model.objects.create(key_id=person.key_id, individual=person, recorded_by=by, **facts)


def a_code(
    code: str, *, is_restricted: bool = False, room_needs: list[str] | None = None
) -> NeedCode:
    """One of the codes, whether or not the reference tables are loaded."""
    return NeedCode.objects.get_or_create(
        code=code,
        defaults={
            "family": code[:2],
            "name_en": f"Need {code}",
            "name_es": f"Necesidad {code}",
            "is_restricted": is_restricted,
            "room_needs": room_needs or [],
        },
    )[0]
