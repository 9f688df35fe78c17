"""Finds names and numbers that the database stores only as keyed tokens.

A token is a keyed hash of three letters of how a name sounds, cut to a few bits so that tokens of different letters
collide: the fewer the bits, the less their frequencies in a stolen copy reveal."""

import functools
import hmac
import secrets
import time
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from operator import and_
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connections, models
from django.db.models import F, Value
from psycopg import sql

from vault import master
from vault.fields import TokensField
from vault.keys import root_secret
from vault.sounds import sounded_words, trigrams_by_word, trigrams_in_order

TOKEN_BITS = 10
# One token for each part of a word: with fewer words, each is cut into more parts.
TELLING_TOKENS = 9
FEWEST_PARTS, MOST_PARTS = 3, 6
# Shares of rows: searches every pair of tokens rarer than the first, then commoner ones until all together reach the
# second. In a small table more pairs are cheap, and a very small table is read completely.
RARE_PAIR = 0.002
FOUND_AT_MOST = 0.01
# A word in more than this share of rows is not searched for alone if the name has other words.
COMMON_WORD = 0.02
ENOUGH_WORDS = 3
# A row that shares less of the typed text is left out: three letters often match by chance.
SHARED_AT_LEAST = 0.3
SMALL_TABLE = 2_000
SAMPLED_ROWS = 5_000
SAMPLED_BYTES = 16_000_000
SAMPLE_GOOD_FOR_SECONDS = 600
# A small table may be growing quickly.
SMALL_SAMPLE_GOOD_FOR_SECONDS = 5


@dataclass(frozen=True)
class Frequencies:
    """Which rows of a sample contain each token: bit n of a token's `carriers` is the nth row."""

    rows: int
    carriers: dict[int, int]
    made_at: float

    @property
    def is_of_small_table(self) -> bool:
        return self.rows < SMALL_TABLE

    @property
    def is_stale(self) -> bool:
        good_for = (
            SMALL_SAMPLE_GOOD_FOR_SECONDS if self.is_of_small_table else SAMPLE_GOOD_FOR_SECONDS
        )
        return time.monotonic() - self.made_at > good_for

    def share(self, *tokens: int) -> float:
        """The share of rows with all these tokens; tokens that the sample lacks count as rare, not as absent."""
        return max(self.rows_with(*tokens).bit_count(), 1) / max(self.rows, 1)

    def rows_with(self, *tokens: int) -> int:
        """The rows of the sample with all these tokens, one bit each."""
        return functools.reduce(and_, (self.carriers.get(token, 0) for token in tokens))


def name_tokens(text: str) -> list[int]:
    """The sorted tokens of a name, to be stored beside the sealed name in a TokensField."""
    key = search_key()
    return sorted({_token(key, letters) for word in trigrams_by_word(text) for letters in word})


def exact_token(text: str, *, purpose: str) -> int:
    """A keyed 63-bit number, the same for "V-12.345.678" and "v12345678", for a bigint column.

    Numbers of two purposes never match. A text without letter or digit gets a random negative number, which matches
    nothing, not even another such text."""
    plain = unicodedata.normalize("NFKD", text).upper()
    normal = "".join(letter for letter in plain if letter.isalnum())
    if not normal:
        return -1 - secrets.randbits(62)
    digest = hmac.digest(search_key(), f"exact {purpose}\0{normal}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big") >> 1


def ranked(queryset: Any, typed: str, column: str = "name_tokens") -> Any:
    """The queryset's rows whose name may be the typed one, best first, each with a `score`.

    Finds rows that share two rare tokens of the typed words, in any order of words, and a third of all tokens. Ranks
    them by the share of the typed tokens that they contain. The caller slices, and passes only rows that the user may
    see. A single letter finds nothing, because one name in ten has its only token by chance."""
    if len("".join(sounded_words(typed))) < 2:
        return queryset.none().annotate(score=Value(0.0))
    tokens = name_tokens(typed)
    field = _tokens_field(queryset, column)
    known = frequencies(field.model._meta.db_table, field.column, queryset.db)
    pairs: list[tuple[int, int]] = []
    if not known.is_of_small_table:
        words = [[token_of(three) for three in word] for word in trigrams_in_order(typed)]
        pairs = telling_pairs(words, known)
    alike = queryset.filter(**{f"{column}__shares_enough": SharedTokens(tokens, pairs)})
    return alike.annotate(score=Score(F(column), tokens=tokens)).order_by("-score", "pk")


def ranked_each(queryset: Any, typed: Sequence[str], most: int) -> set[tuple[int, Any]]:
    """For many typed names at once, the keys of the `most` best rows of each: (index of the name, key).

    One statement; the queryset, which limits visibility, is compiled once for all names."""
    try:
        within, within_params = queryset.order_by().values("pk").query.sql_with_params()
    except EmptyResultSet:
        return set()
    arms, params = [], list[Any]()
    for place, name in enumerate(typed):
        alike = ranked(queryset.model._default_manager.using(queryset.db), name)
        try:
            rows, rows_params = alike.values("pk", "score").query.sql_with_params()
        except EmptyResultSet:
            continue
        # Ranks first and checks visibility row by row until there are enough: with a join, the planner may collect
        # every visible row before it looks at the first name.
        arms.append(
            f"(SELECT {place:d}, found.pk FROM ({rows} OFFSET 0) found"  # noqa: S608
            f" WHERE (SELECT true FROM ({within}) seen WHERE seen.pk = found.pk) LIMIT {most:d})"
        )
        params += [*rows_params, *within_params]
    if not arms:
        return set()
    with connections[queryset.db].cursor() as cursor:
        cursor.execute(" UNION ALL ".join(arms), params)
        return set(cursor.fetchall())


def telling_pairs(words: list[list[int]], known: Frequencies) -> list[tuple[int, int]]:
    """Pairs of tokens that few rows share, within a word and across words.

    Takes the rarest token of each part of a word. A typing error changes three neighbouring tokens into rare ones, so
    the three rarest tokens of a whole word may all come from one error. A word with a single token is paired with
    itself."""
    parts = min(MOST_PARTS, max(FEWEST_PARTS, TELLING_TOKENS // len(words)))
    chosen = [
        [min(part, key=lambda token: (known.share(token), token)) for part in _cut(word, parts)]
        for word in words
    ]
    pairs = _pairs(token for word in chosen for token in word)
    if not pairs:
        return [(chosen[0][0], chosen[0][0])]

    rows_with = {pair: known.rows_with(*pair) for pair in pairs}
    found_by = {pair: max(rows.bit_count(), 1) for pair, rows in rows_with.items()}

    def rarity(pair: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        return found_by[pair], pair

    smallness = max(1.0, SAMPLED_ROWS / max(known.rows, 1))
    common, rare, most = (
        share * smallness * known.rows for share in (COMMON_WORD, RARE_PAIR, FOUND_AT_MOST)
    )
    # One pair of each word: all other words may be misspelt.
    of_each_word = {
        pair
        for word in chosen
        if (pair := min(_pairs(word), key=rarity, default=None))
        and (len(words) < ENOUGH_WORDS or found_by[pair] <= common)
    }
    asked: list[tuple[int, int]] = []
    found = 0
    for pair in sorted(pairs, key=rarity):
        with_it = found | rows_with[pair]
        is_asked = found_by[pair] <= rare or with_it.bit_count() <= most
        if is_asked or pair in of_each_word or len(asked) < 3:
            asked.append(pair)
            found = with_it
    return asked


def _pairs(tokens: Iterable[int]) -> set[tuple[int, int]]:
    return {(min(pair), max(pair)) for pair in combinations(dict.fromkeys(tokens), 2)}


def _cut(word: list[int], parts: int) -> list[list[int]]:
    """The word in parts of similar length; a short word has fewer parts."""
    cuts = [len(word) * part // parts for part in range(parts + 1)]
    return [word[start:end] for start, end in pairwise(cuts) if start < end]


@dataclass(frozen=True)
class SharedTokens:
    """The tokens of the typed text, and their rare pairs; without pairs all rows are read."""

    tokens: Sequence[int]
    pairs: Sequence[tuple[int, int]]

    @property
    def enough(self) -> int:
        """The number of tokens that a row must share."""
        return min(len(self.tokens), max(2, round(len(self.tokens) * SHARED_AT_LEAST)))


@TokensField.register_lookup
class SharesEnough(models.Lookup):
    """The array contains both tokens of at least one pair, and enough of all.

    A TokensIndex looks up each pair separately: intersecting two short lists is cheap, while a search for any shared
    token reads nearly all rows."""

    lookup_name = "shares_enough"
    prepare_rhs = False
    rhs: SharedTokens

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        column, params = self.process_lhs(compiler, connection)
        arms = [f"{column} @> {_array(pair)}" for pair in self.rhs.pairs]
        telling = f"({' OR '.join(arms)}) AND " if arms else ""
        enough = f"{_shared(column, self.rhs.tokens)} >= {self.rhs.enough:d}"
        return f"({telling}{enough})", [*params] * (len(arms) + 1)


class Score(models.Func):
    """The share of the tokens that an array contains, from 0 to 1; slightly less for each other token in it."""

    arity = 1
    output_field = models.FloatField()

    def __init__(self, column: Any, *, tokens: Sequence[int]) -> None:
        super().__init__(column)
        self.tokens = tokens

    def as_sql(self, compiler: Any, connection: Any, *_how: Any, **_more: Any) -> Any:
        column, params = compiler.compile(self.source_expressions[0])
        shared = f"{_shared(column, self.tokens)}::float8"
        score = f"({shared} / ({len(self.tokens):d} + 0.1::float8 * icount({column})))"
        return score, [*params, *params]


def _shared(column: str, tokens: Iterable[int]) -> str:
    """SQL for how many of the tokens the column contains. The tokens are integers, so they are safe to inline."""
    return f"icount({column} & {_array(tokens)})"


def _array(tokens: Iterable[int]) -> str:
    return f"'{{{','.join(str(int(token)) for token in tokens)}}}'::int[]"


def _tokens_field(queryset: Any, column: str) -> Any:
    _path, field, _targets, _rest = queryset.query.names_to_path(
        column.split("__"), queryset.model._meta
    )
    return field


_samples: dict[tuple[str, str, str], Frequencies] = {}


def frequencies(table: str, column: str, using: str) -> Frequencies:
    """A sample of the table's tokens; cached for ten minutes, for a small table for seconds.

    Read from the rows, not from the planner's statistics, which a newly filled table lacks."""
    place = (using, table, column)
    known = _samples.get(place)
    if known is None or known.is_stale:
        known = _samples[place] = _sampled(table, column, using)
    return known


def _sampled(table: str, column: str, using: str) -> Frequencies:
    connection = connections[using]
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_relation_size(%s::regclass)", [quote(table)])
        share = min(100.0, 100.0 * SAMPLED_BYTES / max(cursor.fetchone()[0], 1))
        cursor.execute(
            sql.SQL("SELECT {} FROM {} TABLESAMPLE SYSTEM (%s) LIMIT %s").format(
                sql.Identifier(column), sql.SQL(quote(table))
            ),
            [share, SAMPLED_ROWS],
        )
        rows = [tokens for (tokens,) in cursor.fetchall()]
    return Frequencies(len(rows), _carriers(rows), time.monotonic())


def _carriers(rows: list[list[int]]) -> dict[int, int]:
    found: dict[int, bytearray] = {}
    for place, tokens in enumerate(rows):
        for token in tokens:
            if token not in found:
                found[token] = bytearray(len(rows) // 8 + 1)
            found[token][place >> 3] |= 1 << (place & 7)
    return {token: int.from_bytes(bits, "little") for token, bits in found.items()}


def forget_frequencies() -> None:
    """Drops the samples, after a table was filled or emptied at once."""
    _samples.clear()


def search_key() -> bytes:
    """The key of all tokens; it stays the same when the master key changes."""
    return _search_key(tuple(key.fingerprint for key in master.master_keys()))


@functools.lru_cache(maxsize=4)
def _search_key(fingerprints: tuple[str, ...]) -> bytes:
    return master.derive(root_secret(), "search")


def token_of(letters: str) -> int:
    """The token of three letters."""
    return _token(search_key(), letters)


@functools.lru_cache(maxsize=50_000)
def _token(key: bytes, letters: str) -> int:
    digest = hmac.digest(key, f"name {letters}".encode(), "sha256")
    return int.from_bytes(digest[:4], "big") >> (32 - TOKEN_BITS)
