"""A document of each family, with a newer version, and one more that was refused."""

from accounts.models import User
from tests.casework.documents.build import filed, replaced
from tests.casework.documents.papers import a_picture
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    document = filed(
        family.case,
        name="cedula.jpg",
        content=a_picture(),
        title=f"Carta de {family.named} {family.sealed}",
        individual=family.people[0],
        by=by,
    )
    text = f"Dice en confianza {family.sealed}".encode()
    replaced(document, name="carta.txt", content=text, remark=family.sealed, by=by)
    torn = {"name": f"foto {family.named} {family.sealed}.jpg", "content": a_picture()[:300]}
    replaced(document, remark=family.sealed, by=by, **torn)
    filed(family.case, name="foto.png", content=a_picture("PNG"), title="Foto", by=by)
