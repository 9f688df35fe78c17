"""What Django calls a database backend: `base.DatabaseWrapper` of the package that settings name as ENGINE."""

from functools import lru_cache
from typing import Any

from django.db.backends.postgresql import base
from psycopg import _queries

# Somebody works on a dozen pages, which ask some two hundred different statements. psycopg keeps a hundred, and would forget
# most before they come again; each costs the database about a fifth of a megabyte in each connection.
PREPARED_AT_MOST = 300
# psycopg looks for the values in the text of a statement. It remembers 128 texts, and none longer than 4 kB or with more than
# fifty values, which it takes to be written once; ours are long, and the same each time. What writes many rows stays left out.
_queries.MAX_CACHED_STATEMENT_LENGTH, _queries.MAX_CACHED_STATEMENT_PARAMS = 50_000, 250
_queries._query2pg = lru_cache(600)(_queries._query2pg_nocache)


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.prepared_max = PREPARED_AT_MOST
        return connection
