"""A document of each family, with a newer version."""

from accounts.models import User
from casework.documents.actions import file_document, replace_document
from tests.casework.documents.papers import a_picture
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    document = file_document(
        family.case,
        name="cedula.jpg",
        content=a_picture(),
        title=f"Carta de {family.named} {family.sealed}",
        individual=family.people[0],
        by=by,
    )
    text = f"Dice en confianza {family.sealed}".encode()
    replace_document(document, name="carta.txt", content=text, remark=family.sealed, by=by)
    file_document(family.case, name="foto.png", content=a_picture("PNG"), title="Foto", by=by)
