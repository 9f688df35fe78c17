"""Letters for a sex that mean one thing or its opposite, depending on the rest of their column."""

from collections.abc import Collection

from casework.register.choices import Sex
from imports.rules.text import plain


def sexes_in_doubt(words: Collection[str], heading: str = "") -> dict[str, str]:
    """Plain words of a column that nobody may guess, with the sex that they most likely state.

    Beside `h` (hombre) or `v` (varón) an `m` may be mujer, beside `f` it is masculino; beside `v` an `h` may be hembra.
    """
    said = {*words, *plain(heading).replace("/", " ").split()}
    has_f = any(word.startswith("f") for word in said)
    of_m = Sex.MALE if has_f else Sex.FEMALE
    if "v" in said or ("varon" in said and not has_f):
        likely = {"v": Sex.MALE, "h": Sex.FEMALE, "m": of_m}
        is_open = bool({"h", "m"} & set(words))
    elif "h" in said or ("hombre" in said and not has_f):
        likely = {"h": Sex.MALE, "m": of_m}
        is_open = "m" in words
    else:
        return {}
    return {word: str(sex) for word, sex in likely.items() if is_open and word in words}
