# How to run it: docs/operations/container.md. What's in it: bin/image.mjs.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /fanfare
COPY package.json package-lock.json .npmrc ./
COPY bin/setup.mjs bin/
RUN node -e 'import("./bin/setup.mjs").then(({ install }) => install({ isStart: true }))'
COPY . .
RUN node bin/image.mjs /image && mkdir /data

FROM scratch
COPY --from=build /image /
COPY --from=build --chown=10001:10001 /data /data
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 \
    MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=1048576
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --retries=3 \
  CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/node", "--max-semi-space-size=32", "--heap-growing-percent=120", "--v8-pool-size=1", "--wasm-tiering-budget=100000000", "dist/server/main.js"]
