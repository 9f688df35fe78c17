"""Headings of columns as people write them in Spanish and English, in full and abbreviated."""

from imports.choices import SheetField

F = SheetField

# Written as `plain` writes a heading.
SYNONYMS: dict[str, tuple[str, ...]] = {
    F.FULL_NAME: (
        "nombre completo", "nombres y apellidos", "nombre y apellido", "nombre y apellidos",
        "nombres/apellidos", "nombre/apellido", "nombres apellidos", "full name", "name", "persona", "beneficiario",
        "nombre completo del beneficiario", "nombre completo de la persona", "nombres completos",
        "nombre y apellidos completos",
        "nombres y apellidos completos", "nombre del beneficiario", "nombre de la persona", "name and surname", "names",
        "complete name", "name of individual",
    ),
    F.FAMILY_FIRST: (
        "apellidos y nombres", "apellido y nombre", "apellidos y nombre", "apellidos nombres", "apellido nombre",
        "apellidos/nombres", "apellido/nombre", "apellidos y nombres completos", "surname and given names",
        "surname and name", "last name first name", "family name given name", "family name and given names",
    ),
    F.GIVEN_NAMES: (
        "nombres", "nombre", "primer nombre", "given names", "given name", "first name",
        "first names", "nombre s",
        "segundo nombre", "1er nombre", "2do nombre", "primer nombre 1", "otros nombres", "tercer nombre", "nombre 1",
        "nombre 2",
        "middle name", "middle names", "second name", "other names", "forename", "forenames", "given names s",
    ),
    F.FAMILY_NAMES: (
        "apellidos", "apellido", "family name", "family names", "last name", "surname",
        "surnames", "apellido s",
        "primer apellido", "segundo apellido", "1er apellido", "2do apellido", "apellido 1", "apellido 2", "apellido paterno",
        "apellido materno", "apellido de casada", "apellido de casado", "first surname", "second surname", "first last name",
        "second last name", "married name", "last names",
    ),
    F.SEX: (
        "sexo", "genero", "gen", "sex", "gender", "m/f", "f/m", "h/m", "m/h", "m f", "f m", "h m", "sexo m/f",
        "sexo f/m", "sexo h/m",
        "sexo m f", "sex m/f", "sex f/m", "gender m/f", "gender f/m",
        "sexo biologico", "sexo al nacer", "sexo de la persona",
    ),
    F.BIRTH: (
        "fecha de nacimiento", "fecha nacimiento", "f nacimiento", "fec nac", "fecha nac", "nacimiento",
        "f nac", "fdn", "birth date", "date of birth", "dob", "born", "nacido el", "ano de nacimiento",
        "edad o fecha de nacimiento",
        "fn", "f/n", "year of birth", "birth year", "fecha de nac", "fecha naci", "fecha nto", "birthdate", "date birth",
        "ano nacimiento",
    ),
    F.AGE: (
        "edad", "age", "anos", "edad anos", "edad actual",
        "edad/anos", "edad en anos", "edad cumplida", "anos cumplidos", "edad al llegar", "age years", "age in years",
    ),
    F.ESTIMATED: (
        "estimado", "estimada", "fecha estimada", "nacimiento estimado", "edad estimada", "fecha de nacimiento estimada",
        "es estimada", "estimated", "is estimated", "estimated birth date", "birth date estimated", "dob estimated",
        "estimated dob", "estimated date of birth", "date of birth estimated", "estimated age", "fecha nacimiento estimada",
    ),
    F.DOCUMENT: (
        "cedula", "cedula de identidad", "ci", "c i", "documento", "numero de documento", "n documento",
        "nro documento", "no documento", "num documento", "n de documento", "documento de identidad",
        "doc", "cedula no", "nro cedula", "n cedula", "numero de cedula", "document", "document number",
        "id", "id number", "identificacion", "national id", "passport", "pasaporte", "nº documento",
        "nº cedula", "nº de documento", "cedula nº",
        "numero de identificacion", "numero identificacion", "n identificacion", "no de identificacion", "nro identificacion",
        "cedula de ciudadania", "cedula o pasaporte", "cedula/pasaporte", "numero de cedula o pasaporte",
        "id document number",
        "national id no", "national id number", "national passport", "passport number", "numero de pasaporte", "documento no",
        "numero de documento de identidad", "identity document number", "document no", "document id", "pasaporte numero",
        "ci/pasaporte", "ci o pasaporte",
    ),
    F.DOCUMENT_TYPE: (
        "tipo de documento", "tipo documento", "tipo doc", "clase de documento", "document type",
        "kind of document",
        "tipo de identificacion", "tipo identificacion", "tipo de documento de identidad", "tipo doc identidad", "id type",
        "type of document", "id document type", "tipo id", "td", "t doc", "v/e", "letra", "letra v/e",
    ),
    F.PHONE: (
        "telefono", "telefonos", "tel", "celular", "movil", "numero de telefono", "contacto", "phone",
        "phone number", "mobile", "whatsapp", "telefono de contacto", "tlf",
        "telefono celular", "numero celular", "numero de celular", "celular 1", "celular 2", "telefono 1", "telefono 2",
        "telefono fijo",
        "telefono movil", "phone no", "phone no alternative", "alternative phone", "phone 1", "phone 2", "mobile number",
        "telephone",
        "otro telefono", "telefono alterno", "contact number", "contact no", "phone nr", "cell", "cell phone", "tfno",
    ),
    F.RELATION: (
        "parentesco", "relacion", "vinculo", "relacion con el titular", "relacion con el jefe",
        "relation", "relationship", "parentesco con el titular", "relacion familiar", "vinculo familiar",
        "relation to the head", "parentesco con el jefe de familia", "parentesco con la persona titular",
        "parentesco con el jefe de hogar", "parentesco con jefe de hogar", "parentesco con el jefe del hogar",
        "parentesco con la jefa de hogar", "relacion con el jefe de hogar", "relacion con jefe de hogar",
        "parentesco con el jefe a de hogar", "parentesco con el jefe a del hogar",
        "relationship to head of household", "relationship to hoh", "relationship to the head of household",
        "relationship to focal point", "relationship to principal applicant", "relation to head of household",
        "vinculo con el jefe de hogar", "rol en la familia", "relacion de parentesco", "relation with head of household",
        "relationship with head of household", "head of household relationship", "relationship to household",
    ),
    F.FAMILY: (
        "familia", "grupo familiar", "nucleo familiar", "nucleo", "n familia", "nro familia", "hogar",
        "numero de familia", "family", "household", "family id", "group", "grupo", "codigo de familia",
        "id familia", "nº familia", "no familia", "codigo familiar",
        "household id", "hh id", "id hogar", "numero de hogar", "codigo de hogar", "registration group",
        "registration group id",
        "case number", "family number", "household number", "grupo familiar no", "id grupo familiar",
        "household", "household no", "family no", "case no", "hhid", "familia no", "familia numero", "nucleo familia",
        "grupo familia", "parent index", "submission id", "parent key", "parentid", "numero de grupo familiar",
    ),
    F.FORCE: (
        "fuerza", "componente", "institucion", "cuerpo", "force", "branch", "fuerza o cuerpo",
        "organismo", "componente militar", "fue militar", "es militar", "militar", "ex militar", "exmilitar",
        "es o fue militar",
        "fuerza a la que pertenecio", "componente al que pertenecio", "institucion a la que pertenecio", "sirvio",
        "presto servicio", "served in a force", "former member",
    ),
    F.RANK: (
        "grado", "rango", "jerarquia", "rank", "grado militar", "rango militar", "grado o jerarquia", "military rank",
        "jerarq",
    ),
    F.UNIT: (
        "unidad", "unidad militar", "batallon", "unit", "ultima unidad", "destacamento", "comando", "unidad de adscripcion",
    ),
    F.YEARS_OF_SERVICE: (
        "anos de servicio", "tiempo de servicio", "anos servicio", "years of service", "antiguedad", "tiempo en servicio",
    ),
    F.KNEW_WORK_RIGHT: (
        "conocia su derecho a trabajar", "conocia el derecho a trabajar", "sabia que podia trabajar",
        "conoce su derecho a trabajar", "sabe que puede trabajar", "derecho a trabajar",
        "conocimiento del derecho al trabajo", "knew of the right to work", "knows the right to work",
    ),
    F.ARRIVED_ON: (
        "fecha de llegada", "fecha llegada", "llegada", "fecha de ingreso", "fecha ingreso", "ingreso",
        "fecha de entrada", "fecha entrada", "arrival date", "arrived on", "date of arrival", "arrival",
        "fecha de cruce", "fecha", "dia de llegada", "llego el",
        "fecha de ingreso a colombia", "fecha de ingreso al pais", "fecha de entrada a colombia", "fecha de entrada al pais",
        "fecha de llegada a colombia", "fecha de llegada al pais", "fecha ingreso al pais", "fecha ingreso a colombia",
        "fecha de arribo", "arribo", "ingreso al pais", "arr date", "date of entry", "entry date",
        "fecha de ingreso al territorio",
    ),
    F.CROSSING: (
        "punto de cruce", "paso fronterizo", "cruce", "puente", "lugar de cruce", "lugar de ingreso",
        "punto de ingreso", "punto de entrada", "crossing point", "crossing", "border crossing", "punto fronterizo",
        "paso", "point of entry", "entry point", "poe",
    ),
    F.ENTRY_MODE: (
        "forma de ingreso", "modo de ingreso", "forma de entrada", "medio de ingreso", "modo de entrada",
        "modalidad de ingreso", "way of entry", "entry mode", "mode of entry",
    ),
    F.NATIONALITY: (
        "nacionalidad", "pais de nacionalidad", "ciudadania", "nationality", "citizenship",
        "country of citizenship", "pais de origen", "country of origin", "pais", "country", "origen", "nacion",
        "nacionalid", "nationality 1",
    ),
    F.ALIAS: ("alias", "apodo", "sobrenombre", "nickname", "conocido como", "conocida como", "also known as"),
    F.CIRCUMSTANCES: (
        "observaciones", "observacion", "notas", "comentarios", "remarks", "notes", "circumstances",
        "circunstancias", "obs", "comentario", "comment", "comments",
    ),
}  # fmt: skip

# Ambiguous headings, used only if no other fits better: "id" is a row in some systems, a document in others.
AMBIGUOUS = frozenset(
    {
        "id",
        "id number",
        "fecha",
        "contacto",
        "anos",
        "name",
        "persona",
        "grupo",
        "group",
        "no familia",
        "pais",
        "country",
        "origen",
        "paso",
        "names",
        "letra",
    }
)

BY_HEADING = {heading: field for field, headings in SYNONYMS.items() for heading in headings}

# The full word of each abbreviation.
FULL_WORDS = {
    short: word
    for word, shorts in {
        "fecha": "fec fch fech fcha", "nacimiento": "nac nacim nacto", "ingreso": "ing ingr", "nombres": "nom nomb nombre",
        "apellidos": "ap ape apell apel apellido", "documento": "doc docum dcto", "identidad": "ident",
        "telefono": "tel telf telef tlf tlfn tfno telefonos", "celular": "cel", "numero": "n nro no num n° nr number",
        "familia": "fam familiar", "grupo": "gpo", "nucleo": "nuc", "servicio": "serv svcio",
        "observaciones": "obs observ observacion",
        "parentesco": "parent paren parentezco", "relationship": "rel", "years": "yrs yr", "ultima": "ult",
        "jerarquia": "jerarq",
        "componente": "comp", "1": "1ro 1er 1era 1° 1o primer primero", "2": "2do 2da 2° 2o segundo",
        "nacionalidad": "nacion nacionalid",
        "jefe hogar": "jh", "head household": "hoh", "household": "hh", "con": "c/", "punto": "pto p", "entrada": "entr",
    }.items()
    for short in shorts.split()
}  # fmt: skip

SMALL_WORDS = frozenset(
    [
        "a",
        "al",
        "de",
        "del",
        "la",
        "el",
        "las",
        "los",
        "lo",
        "y",
        "e",
        "o",
        "u",
        "con",
        "en",
        "su",
        "the",
        "of",
        "to",
        "and",
        "or",
        "with",
        "s",
    ]
)


def in_full(heading: str) -> str:
    """A plain heading with abbreviations written out and filler words removed: `f. de nac.` is `fecha nacimiento`."""
    words = heading.split()
    if len(words) > 1 and words[0] == "f":
        words[0] = "fecha"
    full = " ".join(FULL_WORDS.get(word, word) for word in words).split()
    return " ".join(word for word in full if word not in SMALL_WORDS)


IN_FULL: dict[str, str] = {}
for _heading, _field in BY_HEADING.items():
    # A heading that `in_full` reduces to one letter or nothing is ambiguous.
    if len(in_full(_heading)) > 1:
        IN_FULL.setdefault(in_full(_heading), _field)
