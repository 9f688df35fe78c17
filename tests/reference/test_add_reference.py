"""Reference lists are completed on their page: new rows, new versions of a rule, and rows that end but stay."""

import datetime

import pytest
from django.urls import reverse
from django.utils import translation

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.arrivals.forms.rows import ServiceChoices
from casework.service.forms import ServiceForm
from imports.forms import UploadForm, word_choices
from partners.loading import load_reference
from reference import actions as catalogue
from reference import law
from reference.models import (
    CrossingPoint,
    DeadlineRule,
    Force,
    Municipality,
    Rank,
    RegionalDirectorate,
    SanctionInstrument,
)
from tests.build import a_row, an_arrival, people_of
from tests.cast import log_in
from tests.reference.test_correct_reference import a_correction, sent_by_the_page
from tests.refusals import refused

D = datetime.date
NEW = {
    "crossing-add": {"code": "el-escobal", "name": "Puente El Escobal", "name_en": "Escobal bridge",
                     "municipality": "54001", "is_official": ""},
    "directorate-add": {"code": "frontera", "name": "Frontera Norte", "departments": ["54", "20"]},
    "force-add": {"code": "guardia-hon", "name": "Guardia de Honor", "short_name": "GHP",
                  "name_en": "Honour Guard", "kind": "armed_force"},
    "rank-add": {"code": "cabo-mayor", "name": "Cabo mayor", "band": "enlisted", "after": "cabo-1"},
    "municipality-add": {"code": "54099", "name": "Bochalema", "department": "54"},
    "instrument-add": {"code": "orden-2019-05", "on": "2019-05-02", "name_es": "Orden de mayo",
                       "name_en": "Order of May", "source": "Gaceta", "confidence": "V2"},
}  # fmt: skip
MADE = {
    "crossing-add": CrossingPoint,
    "directorate-add": RegionalDirectorate,
    "force-add": Force,
    "rank-add": Rank,
    "municipality-add": Municipality,
    "instrument-add": SanctionInstrument,
}


@pytest.fixture(autouse=True)
def lists(tables_of_the_file, db):
    """What the lists hold from the start."""


def test_an_administrator_adds_a_row_once_and_loading_again_keeps_it(cast):
    adela = log_in(cast.adela)
    for name, facts in NEW.items():
        address = reverse(name)
        assert adela.get(address).status_code == 200
        assert adela.post(address, facts).status_code == 302
        row = MADE[name].objects.get(pk=facts["code"])
        event = AuditEvent.objects.get(verb=name.replace("-add", ".added"))
        assert (event.actor, event.about_id, event.details["code"]) == (cast.adela, row.pk, row.pk)
        again = adela.post(address, facts)
        assert again.status_code == 200
        assert again.context["form"].errors
        assert AuditEvent.objects.filter(verb=event.verb).count() == 1
    load_reference()
    page = adela.get(reverse("catalogue")).content.decode()
    for name, facts in NEW.items():
        assert MADE[name].objects.filter(pk=facts["code"]).count() == 1
        assert facts.get("name", facts.get("name_es")) in page


@pytest.mark.parametrize("name", NEW)
def test_a_code_that_is_taken_is_refused_at_its_field(cast, name):
    taken = MADE[name].objects.first().pk
    sent = NEW[name] | {"code": taken.upper()}
    if name == "municipality-add":
        sent |= {"department": Municipality.objects.get(pk=taken).department_id}
    answer = log_in(cast.adela).post(reverse(name), sent)
    assert list(answer.context["form"].errors) == ["code"]


@pytest.mark.parametrize("name", sorted(set(NEW) - {"instrument-add"}))
def test_a_name_that_is_on_the_list_is_refused_under_another_code(cast, name):
    known = MADE[name].objects.last()
    sent = NEW[name] | {"name": f" {known.name.upper()} "}
    if name == "municipality-add":
        sent |= {"department": known.department_id, "code": f"{known.department_id}998"}
    answer = log_in(cast.adela).post(reverse(name), sent)
    assert list(answer.context["form"].errors) == ["name"]


@pytest.mark.parametrize("code", ["", "con espacio", "ñandú", "a/b", "x" * 31])
def test_a_code_that_no_address_takes_is_refused(cast, code):
    answer = log_in(cast.adela).post(reverse("crossing-add"), NEW["crossing-add"] | {"code": code})
    assert list(answer.context["form"].errors) == ["code"]


def test_a_municipality_lies_in_the_department_that_its_code_names(cast):
    sent = NEW["municipality-add"] | {"code": "05099"}
    answer = log_in(cast.adela).post(reverse("municipality-add"), sent)
    assert list(answer.context["form"].errors) == ["code"]


def test_nobody_else_adds(cast):
    for name, user in cast.users.items():
        if name != "adela":
            assert log_in(user).get(reverse("crossing-add")).status_code == 404
    with pytest.raises(NotAllowed):
        catalogue.add_crossing(code="x", name="X", by=cast.sonia)
    with pytest.raises(NotAllowed):
        catalogue.add_municipality(**a_municipality(), by=cast.sonia)


def a_municipality() -> dict[str, object]:
    department = Municipality.objects.get(pk="54001").department
    return {"code": "54099", "name": "Bochalema", "department": department}


@pytest.mark.parametrize(
    ("page", "model"),
    [("crossing-correct", CrossingPoint), ("directorate-correct", RegionalDirectorate),
     ("force-correct", Force), ("rank-correct", Rank),
     ("municipality-correct", Municipality), ("instrument-correct", SanctionInstrument)],
)  # fmt: skip
def test_a_correction_starts_from_what_is_on_the_list_and_changes_nothing_by_itself(
    cast, page, model
):
    row = model.objects.last()
    adela, address = log_in(cast.adela), reverse(page, args=[row.pk])
    form = adela.get(address).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value not in (None, False)}
    if "departments" in sent:
        assert sent["departments"] == list(row.departments.values_list("pk", flat=True))
    saved = adela.post(address, sent)
    # A municipality and a decree say that nothing was changed.
    assert saved.status_code == 302 or saved.context["form"].non_field_errors()
    assert not AuditEvent.objects.filter(verb__endswith=".corrected").exists()


def test_a_new_rank_stands_above_the_one_that_was_named(cast):
    log_in(cast.adela).post(reverse("rank-add"), NEW["rank-add"])
    codes = list(Rank.objects.values_list("code", flat=True))
    assert codes[codes.index("cabo-mayor") - 1] == "cabo-1"


def test_a_row_has_its_english_name_for_who_reads_english(cast):
    log_in(cast.adela).post(reverse("force-add"), NEW["force-add"])
    force = Force.objects.get(pk="guardia-hon")
    with translation.override("es"):
        assert (str(force), str(Rank.objects.get(pk="soldado"))) == ("GHP", "Soldado")
    with translation.override("en"):
        assert (str(force), str(Rank.objects.get(pk="soldado"))) == ("Honour Guard", "Soldado")


def end(cast, page: str, code: str, **facts: str) -> None:
    sent = {"ended_on": "2019-03-01", **facts}
    answer = log_in(cast.adela).post(reverse(page, args=[code]), sent)
    assert answer.status_code == 302


def test_a_row_that_ended_stays_with_the_files_and_is_offered_no_more(cast, rf):
    force, rank = Force.objects.get(pk="gnb"), Rank.objects.get(pk="soldado")
    crossing = CrossingPoint.objects.get(pk="tienditas")
    case = an_arrival(cast, people=[a_row(force=force, rank=rank)], crossing=crossing)
    end(cast, "force-correct", "gnb", name="Guardia Nacional", short_name="GNB")
    end(cast, "rank-correct", "soldado", name="Soldado", band="enlisted")
    end(cast, "crossing-correct", "tienditas", name="Puente Tienditas")
    end(cast, "directorate-correct", "oriente", name="Oriente")

    service = people_of(case)[0].service_records.get()
    assert (service.force, case.arrivals.get().crossing) == (force, crossing)
    offered = ServiceChoices()
    assert "gnb" not in offered.forces
    assert "soldado" not in offered.ranks
    assert "gnb" not in dict(word_choices()["force"])
    request = rf.get("/")
    form = UploadForm(request, user=cast.ana)
    assert crossing not in form["crossing"].field.queryset
    assert "oriente" not in form["directorate"].field.queryset.values_list("pk", flat=True)
    asked = {"user": cast.ana, "row": people_of(case)[0]}
    assert force not in ServiceForm(**asked)["force"].field.queryset
    standing = ServiceForm({"force": "gnb"}, initial={"force": force}, **asked)
    assert standing.is_valid()
    assert standing.cleaned_data["force"] == force
    grid = log_in(cast.ana).get(reverse("arrival-log")).content.decode()
    assert "Tienditas" not in grid
    page = log_in(cast.adela).get(reverse("catalogue")).content.decode()
    assert page.count("1 mar 2019") >= 4


def test_what_ended_by_mistake_is_offered_again(cast):
    end(cast, "rank-correct", "soldado", name="Soldado", band="enlisted")
    end(cast, "rank-correct", "soldado", name="Soldado", band="enlisted", ended_on="")
    assert Rank.objects.offered().filter(pk="soldado").exists()
    events = AuditEvent.objects.filter(verb="rank.corrected").order_by("at")
    assert [each.details["ended_on"] for each in events] == [["", "2019-03-01"], ["2019-03-01", ""]]


def test_a_new_version_of_a_rule_counts_from_its_day_and_the_old_one_until_then(cast):
    rule = DeadlineRule.objects.in_force("negative-decision-appeal", on=D(2019, 5, 1), country="CO")
    sent = sent_by_the_page(rule, amount=12) | {"valid_from": "2027-01-01"}
    adela, address = log_in(cast.adela), reverse("rule-version-add", args=[rule.pk])
    shown = adela.get(address).context["form"]
    assert (shown["amount"].value(), shown["valid_from"].value()) == (rule.amount, None)
    assert adela.post(address, sent).status_code == 302
    in_force = DeadlineRule.objects.in_force
    assert in_force(rule.code, on=D(2026, 12, 31), country="CO").amount == 10
    assert in_force(rule.code, on=D(2027, 1, 1), country="CO").amount == 12
    versions = DeadlineRule.objects.filter(code=rule.code, country="CO")
    assert versions.exclude(valid_to__lte=D(2027, 1, 1)).count() == 1
    rule.refresh_from_db()
    assert rule.valid_to == D(2027, 1, 1)
    event = AuditEvent.objects.get(verb="rule.version_added")
    assert event.details == {"rule": rule.code, "country": "CO", "from": "2027-01-01"}
    again = adela.post(address, sent)
    assert list(again.context["form"].errors) == ["valid_from"]
    assert DeadlineRule.objects.filter(code=rule.code, country="CO").count() == 2
    load_reference()
    assert DeadlineRule.objects.filter(code=rule.code, country="CO").count() == 2


def test_a_version_between_two_others_ends_where_the_later_one_begins(cast):
    rule = DeadlineRule.objects.in_force("negative-decision-appeal", on=D(2019, 5, 1), country="CO")
    for day, amount in ((D(2027, 1, 1), 12), (D(2025, 1, 1), 11)):
        facts = a_correction(rule, amount=amount)
        law.add_rule_version(rule, valid_from=day, is_sure=True, by=cast.adela, **facts)
    terms = [
        DeadlineRule.objects.in_force(rule.code, on=day, country="CO").amount
        for day in (D(2024, 12, 31), D(2025, 1, 1), D(2026, 12, 31), D(2027, 1, 1))
    ]
    assert terms == [10, 11, 11, 12]
    middle = DeadlineRule.objects.get(code=rule.code, valid_from=D(2025, 1, 1))
    assert middle.valid_to == D(2027, 1, 1)


def test_a_version_that_says_nothing_sound_leaves_the_list_as_it_was(cast):
    rule = DeadlineRule.objects.in_force("negative-decision-appeal", on=D(2019, 5, 1), country="CO")
    before = list(DeadlineRule.objects.values())
    for facts, field in (
        ({"unit": "date"}, "fixed_on"),
        ({"valid_to": D(2020, 1, 1)}, "valid_to"),
        ({"verified_by": "Alguien"}, "verified_on"),
    ):
        with refused(field=field):
            law.add_rule_version(
                rule, valid_from=D(2027, 1, 1), by=cast.adela, **a_correction(rule, **facts)
            )
    assert list(DeadlineRule.objects.values()) == before
