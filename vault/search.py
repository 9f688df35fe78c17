"""Finds names and numbers that the database stores only as keyed tokens.

A token is a keyed hash of three letters of the sound of a name. It has few bits, so that different letters share a token:
the frequencies of tokens in a stolen copy then reveal less."""

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
# One rare token is chosen from each part of a word. With fewer words, each is cut into more parts.
RARE_TOKENS = 9
FEWEST_PARTS, MOST_PARTS = 3, 6
# Shares of rows. Every pair of tokens rarer than the first is searched for, then commoner pairs until the rows found
# reach the second. In a small table more pairs are cheap, and a very small table is read completely.
RARE_PAIR = 0.002
FOUND_AT_MOST = 0.01
# A word in more than this share of rows is not searched for alone if the name has other words.
COMMON_WORD = 0.02
ENOUGH_WORDS = 3
# A row that shares fewer of the typed tokens is left out: three letters often match by chance.
SHARED_AT_LEAST = 0.3
SMALL_TABLE = 2_000
SAMPLED_ROWS = 5_000
SAMPLED_BYTES = 16_000_000
SAMPLE_GOOD_FOR_SECONDS = 600
# A small table may grow quickly.
SMALL_SAMPLE_GOOD_FOR_SECONDS = 5


@dataclass(frozen=True)
class Frequencies:
    """Which rows of a sample contain each token. In `carriers`, bit n of a token stands for the nth row."""

    rows: int
    carriers: dict[int, int]
    sampled_at: float

    @property
    def is_of_small_table(self) -> bool:
        return self.rows < SMALL_TABLE

    @property
    def is_stale(self) -> bool:
        good_for = (
            SMALL_SAMPLE_GOOD_FOR_SECONDS if self.is_of_small_table else SAMPLE_GOOD_FOR_SECONDS
        )
        return time.monotonic() - self.sampled_at > good_for

    def share(self, *tokens: int) -> float:
        """The share of rows with all these tokens. A token that is not in the sample counts as one row."""
        return max(self.rows_with(*tokens).bit_count(), 1) / max(self.rows, 1)

    def rows_with(self, *tokens: int) -> int:
        """The rows of the sample with all these tokens, one bit each."""
        return functools.reduce(and_, (self.carriers.get(token, 0) for token in tokens))


def name_tokens(text: str) -> list[int]:
    """The sorted tokens of a name, to be stored beside the sealed name in a TokensField."""
    key = search_key()
    return sorted({_token(key, letters) for word in trigrams_by_word(text) for letters in word})


def exact_token(text: str, *, purpose: str) -> int:
    """A keyed 63-bit hash for a bigint column. It is the same for "V-12.345.678" and "v12345678".

    Numbers for different purposes never match. A text without letter or digit gets a random negative number, which
    matches nothing."""
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
    frequency = frequencies(field.model._meta.db_table, field.column, queryset.db)
    pairs: list[tuple[int, int]] = []
    if not frequency.is_of_small_table:
        words = [[token_of(three) for three in word] for word in trigrams_in_order(typed)]
        pairs = rare_pairs(words, frequency)
    matches = queryset.filter(**{f"{column}__shares_enough": SharedTokens(tokens, pairs)})
    return matches.annotate(score=Score(F(column), tokens=tokens)).order_by("-score", "pk")


def ranked_each(queryset: Any, typed: Sequence[str], most: int) -> set[tuple[int, Any]]:
    """Pairs of the index of a typed name and the key of a row: the `most` best rows for each name, in one statement.

    The queryset, which limits visibility, is compiled once for all names."""
    try:
        within, within_params = queryset.order_by().values("pk").query.sql_with_params()
    except EmptyResultSet:
        return set()
    selects, params = [], list[Any]()
    for index, name in enumerate(typed):
        matches = ranked(queryset.model._default_manager.using(queryset.db), name)
        try:
            rows, rows_params = matches.values("pk", "score").query.sql_with_params()
        except EmptyResultSet:
            continue
        # Ranks first and checks visibility row by row until there are enough: with a join, the planner may collect
        # every visible row before it looks at the first name.
        selects.append(
            f"(SELECT {index:d}, found.pk FROM ({rows} OFFSET 0) found"  # noqa: S608
            f" WHERE (SELECT true FROM ({within}) seen WHERE seen.pk = found.pk) LIMIT {most:d})"
        )
        params += [*rows_params, *within_params]
    if not selects:
        return set()
    with connections[queryset.db].cursor() as cursor:
        cursor.execute(" UNION ALL ".join(selects), params)
        return set(cursor.fetchall())


def rare_pairs(words: list[list[int]], frequency: Frequencies) -> list[tuple[int, int]]:
    """Pairs of tokens that few rows share, within a word and across words.

    Each token is the rarest of its part of a word. The three rarest of a whole word may all come from one typing error,
    because an error changes three neighbouring tokens into rare ones. A single token is paired with itself."""
    parts = min(MOST_PARTS, max(FEWEST_PARTS, RARE_TOKENS // len(words)))
    chosen = [
        [min(part, key=lambda token: (frequency.share(token), token)) for part in _cut(word, parts)]
        for word in words
    ]
    pairs = _pairs(token for word in chosen for token in word)
    if not pairs:
        return [(chosen[0][0], chosen[0][0])]

    rows_with = {pair: frequency.rows_with(*pair) for pair in pairs}
    row_count = {pair: max(rows.bit_count(), 1) for pair, rows in rows_with.items()}

    def rarity(pair: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        return row_count[pair], pair

    smallness = max(1.0, SAMPLED_ROWS / max(frequency.rows, 1))
    common, rare, most = (
        share * smallness * frequency.rows for share in (COMMON_WORD, RARE_PAIR, FOUND_AT_MOST)
    )
    # One pair of each word is always searched for, because all other words may be misspelt.
    of_each_word = {
        pair
        for word in chosen
        if (pair := min(_pairs(word), key=rarity, default=None))
        and (len(words) < ENOUGH_WORDS or row_count[pair] <= common)
    }
    searched: list[tuple[int, int]] = []
    rows_found = 0
    for pair in sorted(pairs, key=rarity):
        with_pair = rows_found | rows_with[pair]
        is_rare = row_count[pair] <= rare or with_pair.bit_count() <= most
        if is_rare or pair in of_each_word or len(searched) < 3:
            searched.append(pair)
            rows_found = with_pair
    return searched


def _pairs(tokens: Iterable[int]) -> set[tuple[int, int]]:
    return {(min(pair), max(pair)) for pair in combinations(dict.fromkeys(tokens), 2)}


def _cut(word: list[int], parts: int) -> list[list[int]]:
    """The word in parts of similar length; a short word has fewer parts."""
    cuts = [len(word) * part // parts for part in range(parts + 1)]
    return [word[start:end] for start, end in pairwise(cuts) if start < end]


@dataclass(frozen=True)
class SharedTokens:
    """The tokens of the typed text, and pairs of them of which a row must have one. Without pairs, all rows are read."""

    tokens: Sequence[int]
    pairs: Sequence[tuple[int, int]]

    @property
    def enough(self) -> int:
        """The number of tokens that a row must share."""
        return min(len(self.tokens), max(2, round(len(self.tokens) * SHARED_AT_LEAST)))


@TokensField.register_lookup
class SharesEnough(models.Lookup):
    """A lookup: the array contains both tokens of at least one pair, and enough of all tokens.

    A TokensIndex looks up each pair separately, which is cheap. A search for any shared token would read nearly all
    rows."""

    lookup_name = "shares_enough"
    prepare_rhs = False
    rhs: SharedTokens

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        column, params = self.process_lhs(compiler, connection)
        conditions = [f"{column} @> {_array(pair)}" for pair in self.rhs.pairs]
        any_pair = f"({' OR '.join(conditions)}) AND " if conditions else ""
        enough = f"{_shared(column, self.rhs.tokens)} >= {self.rhs.enough:d}"
        return f"({any_pair}{enough})", [*params] * (len(conditions) + 1)


class Score(models.Func):
    """The share of `tokens` that an array contains, from 0 to 1. Each other token in the array lowers it slightly."""

    arity = 1
    output_field = models.FloatField()

    def __init__(self, column: Any, *, tokens: Sequence[int]) -> None:
        super().__init__(column)
        self.tokens = tokens

    def as_sql(self, compiler: Any, connection: Any, *_args: Any, **_kwargs: Any) -> Any:
        column, params = compiler.compile(self.source_expressions[0])
        shared = f"{_shared(column, self.tokens)}::float8"
        score = f"({shared} / ({len(self.tokens):d} + 0.1::float8 * icount({column})))"
        return score, [*params, *params]


def _shared(column: str, tokens: Iterable[int]) -> str:
    """SQL for the number of these tokens that the column contains. Tokens are integers, and safe to inline."""
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
    """The frequencies of tokens in a sample of the table. Cached for ten minutes, or seconds for a small table.

    The sample is read from the rows, because a newly filled table has no statistics of the planner."""
    cache_key = (using, table, column)
    sample = _samples.get(cache_key)
    if sample is None or sample.is_stale:
        sample = _samples[cache_key] = _sampled(table, column, using)
    return sample


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
    bits_by_token: dict[int, bytearray] = {}
    for index, tokens in enumerate(rows):
        for token in tokens:
            if token not in bits_by_token:
                bits_by_token[token] = bytearray(len(rows) // 8 + 1)
            bits_by_token[token][index >> 3] |= 1 << (index & 7)
    return {token: int.from_bytes(bits, "little") for token, bits in bits_by_token.items()}


def forget_frequencies() -> None:
    """Drops the samples. Call it after a table was filled or emptied at once."""
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
