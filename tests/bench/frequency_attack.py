"""`python -m tests.bench.frequency_attack`: what a thief reads from name tokens by counting them.

The thief has a copy of the tokens and knows, from public registers, how frequent names are: here a
second sample drawn like the first. He takes the n-th most frequent token for the n-th most frequent
three letters. A thief who also studies which tokens stand together does better than this.
"""

import random
import sys
from collections import Counter

from tests.bench.names import names
from vault.sounds import trigrams_by_word

PEOPLE = 20_000
WIDTHS = (10, 12, 14, 16)


def letters_of(name: str) -> set[str]:
    return set().union(*trigrams_by_word(name))


def by_rank(tokens: Counter[int], known: Counter[str]) -> dict[int, str]:
    """The guess that equal ranks mean equal letters."""
    ranked = (letters for letters, _ in known.most_common())
    return dict(zip((token for token, _ in tokens.most_common()), ranked, strict=False))


def measure(bits: int, people: list[set[str]], public: list[set[str]]) -> tuple[float, float]:
    """(share of tokens that mean one three letters only, share of occurrences the thief names)."""
    dice = random.Random(bits)  # noqa: S311
    token_of = {letters: dice.getrandbits(bits) for letters in sorted(set().union(*people))}
    meanings: dict[int, set[str]] = {}
    for letters, token in token_of.items():
        meanings.setdefault(token, set()).add(letters)
    stolen = Counter(token for person in people for token in {token_of[each] for each in person})
    guess = by_rank(stolen, Counter(letters for person in public for letters in person))
    right = sum(count for token, count in stolen.items() if guess.get(token) in meanings[token])
    alone = sum(len(each) == 1 for each in meanings.values())
    return alone / len(meanings), right / stolen.total()


def main() -> None:
    people = [letters_of(name) for name in names(PEOPLE, seed=1)]
    public = [letters_of(name) for name in names(PEOPLE, seed=2)]
    for bits in WIDTHS:
        alone, right = measure(bits, people, public)
        sys.stdout.write(
            f"{bits} bits: {alone:.0%} of tokens mean one, {right:.0%} named by rank\n"
        )


if __name__ == "__main__":
    main()
