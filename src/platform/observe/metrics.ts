import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the process's metrics for Prometheus, at `/metrics`. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Counted here, because the library's counter takes longer than finding a page.
  const cacheHits = { count: 0 };
  return {
    registry,
    cacheHits,
    requests: new Histogram({
      name: "http_request_duration_seconds",
      help: "Answers of the API and the pages behind the cache, by method and status",
      labelNames: ["method", "status"],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers: [registry],
    }),
    pages: new Counter({
      name: "page_cache_total",
      help: "Public pages served, by whether they were in the cache",
      labelNames: ["outcome"],
      registers: [registry],
      collect() {
        this.inc({ outcome: "hit" }, cacheHits.count);
        cacheHits.count = 0;
      },
    }),
    cachedBytes: new Gauge({
      name: "page_cache_bytes",
      help: "Memory taken by rendered pages",
      registers: [registry],
    }),
  };
}
