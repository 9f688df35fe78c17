#!/bin/sh
# Runs once, when the database container makes its data folder: the two roles and the database.
# Their names and passwords stand in the two addresses that Amparo itself reads.
set -eu

role() { sed -E 's#^[a-z]+://([^:]+):.*#\1#' "$1"; }
password() { sed -E 's#^[a-z]+://[^:]+:([^@]+)@.*#\1#' "$1"; }

psql --set ON_ERROR_STOP=1 --username postgres \
    --set owner="$(role /run/secrets/database_owner_url)" \
    --set owner_password="$(password /run/secrets/database_owner_url)" \
    --set application="$(role /run/secrets/database_url)" \
    --set application_password="$(password /run/secrets/database_url)" <<'SQL'
CREATE ROLE :"owner" LOGIN CREATEDB PASSWORD :'owner_password';
CREATE ROLE :"application" LOGIN PASSWORD :'application_password';
CREATE DATABASE amparo OWNER :"owner";
SQL
