"""Letters for a sex whose meaning depends on the rest of their column."""

from collections.abc import Collection

from casework.register.choices import Sex
from imports.rules.text import plain


def sexes_in_doubt(words: Collection[str], heading: str = "") -> dict[str, str]:
    """Ambiguous words of a column, in the form of `plain`, with the sex that they most likely mean.

    Beside `h` (hombre) or `v` (varón) an `m` may be mujer, beside `f` it is masculino; beside `v` an `h` may be hembra.
    """
    context = {*words, *plain(heading).replace("/", " ").split()}
    has_f = any(word.startswith("f") for word in context)
    sex_of_m = Sex.MALE if has_f else Sex.FEMALE
    if "v" in context or ("varon" in context and not has_f):
        likely = {"v": Sex.MALE, "h": Sex.FEMALE, "m": sex_of_m}
        is_open = bool({"h", "m"} & set(words))
    elif "h" in context or ("hombre" in context and not has_f):
        likely = {"h": Sex.MALE, "m": sex_of_m}
        is_open = "m" in words
    else:
        return {}
    return {word: str(sex) for word, sex in likely.items() if is_open and word in words}
