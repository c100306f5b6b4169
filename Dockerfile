# An image of the exchange: built in one stage, and run in another with nothing but Node and a release, by a user without rights on a root that may be read-only.
# It is made from a clone, or from a release for the machine that it shall run on. docs/operating.md has the whole `docker run`; deploy/compose.yaml shows it
# with a database.
ARG NODE=node:24-bookworm-slim

FROM ${NODE} AS build
WORKDIR /src
COPY . .
RUN if [ -f release.json ]; then cp -a /src /release; else node scripts/release.mjs folder && mv release/emporion-*/ /release; fi

FROM ${NODE}
COPY --from=build --chown=0:0 /release /opt/emporion
# The folder of a new volume takes over the owner of this one.
RUN groupadd --system --gid 10001 emporion \
 && useradd --system --uid 10001 --gid emporion --no-create-home --home-dir /nonexistent emporion \
 && install -d -m 0700 -o emporion -g emporion /var/lib/emporion
USER 10001:10001
ENV NODE_ENV=production DATA_DIR=/var/lib/emporion HOST=0.0.0.0 PORT=8080
VOLUME /var/lib/emporion
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/emporion/bin/emporion"]
CMD ["start"]
