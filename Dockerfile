# The server of Crownbridge. docs/container.md describes how to run it.
#
#     docker build --tag crownbridge .

FROM debian:13-slim AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends g++ python3 python3-dev python3-venv \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /source

# Packages first: their layers stay valid until a lock file changes.
COPY requirements/build.txt requirements/run.txt requirements/develop.txt requirements/
RUN python3 -m venv /tools \
 && /tools/bin/pip install --requirement requirements/build.txt \
 && python3 -m venv --without-pip /opt/crownbridge \
 && /tools/bin/pip --python /opt/crownbridge/bin/python install --requirement requirements/run.txt

# The build tools above include Node.js, which builds the pages.
COPY CMakeLists.txt LICENSE README.md pyproject.toml ./
COPY build_backend build_backend
COPY cpp cpp
COPY libhex libhex
COPY supervisor supervisor
COPY ui ui
COPY src src
RUN PATH="/tools/bin:$PATH" pip wheel --no-build-isolation --no-deps --wheel-dir /wheels . \
 && wheel=$(echo /wheels/*.whl) \
 && /tools/bin/pip --python /opt/crownbridge/bin/python install --constraint requirements/develop.txt "${wheel}[postgres]"

FROM debian:13-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
 && useradd --uid 1000 --create-home --shell /usr/sbin/nologin crownbridge \
 && install --directory --owner=crownbridge --group=crownbridge /data
COPY --from=build /opt/crownbridge /opt/crownbridge
ENV PATH="/opt/crownbridge/bin:$PATH" PYTHONUNBUFFERED=1
USER crownbridge
WORKDIR /data
VOLUME /data
EXPOSE 8000
# Status 401 is healthy, too: the server got its token by --token, which a health check cannot see.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "-c", "\
import http.client, os; \
server = http.client.HTTPConnection('127.0.0.1', 8000, timeout=4); \
token = os.environ.get('CROWNBRIDGE_TOKEN', ''); \
server.request('GET', '/api/catalogue', headers={'Authorization': 'Bearer ' + token}); \
raise SystemExit(server.getresponse().status not in (200, 401))"]
CMD ["crownbridge", "serve", "--host", "0.0.0.0", "--port", "8000", "--no-browser", "--data", "/data"]
