"""Reference lists: eight lines that say what is inside and how much of it, each to be unfolded."""

from django.urls import reverse

from tests.cast import as_
from tests.page import page_of


def test_the_page_of_reference_lists_begins_folded_with_how_many_each_holds(cast, law_of_the_file):
    page = page_of(as_(cast.adela).get(reverse("catalogue")))
    folded = [each for each in page.root.all("details") if "block" in each.classes]
    heads = [next(each.all("h2")).text for each in folded]
    assert [head.rsplit(" ", 1)[0] for head in heads] == [
        "Reglas legales",
        "Trabajo, según el documento",
        "Pasos fronterizos",
        "Direcciones regionales",
        "Fuerzas",
        "Grados",
        "Decretos y órdenes",
        "Municipios",
    ]
    assert all(head.rsplit(" ", 1)[1].isdigit() for head in heads)
    assert not any("open" in each.attributes for each in folded)
