#!/bin/sh
# Makes ./secrets for docker compose, once: sh config/running/make_secrets.sh
set -eu
umask 077
[ ! -e secrets ] || { echo "There is a folder secrets already; nothing was changed."; exit 1; }
mkdir secrets
random() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
owner=$(random) application=$(random) broker=$(random)
printf %s "$(random)" > secrets/postgres_password
printf %s "$broker" > secrets/broker_password
printf %s "$(random)$(random)" > secrets/session_key
head -c 32 /dev/urandom | base64 | tr -d '\n' > secrets/master_key
# Empty for a mail server that asks for none; else write it in.
printf '' > secrets/mail_password
printf %s "postgresql://amparo_owner:$owner@database:5432/amparo" > secrets/database_owner_url
printf %s "postgresql://amparo:$application@database:5432/amparo" > secrets/database_url
printf %s "redis://:$broker@broker:6379/0" > secrets/redis_url
# Containers read them as users of their own; the folder itself stays closed.
chmod 444 secrets/*
chmod 644 secrets/mail_password
echo "Secrets are in ./secrets. Copy secrets/master_key to a place away from this machine now:"
echo "without it, nobody can read a single name again."
