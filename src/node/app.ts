import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { type Auth, createAuth } from "#src/features/accounts/auth.ts";
import type { AccountJobs } from "#src/features/accounts/jobs.ts";
import { createBudget } from "#src/features/clicks/budget.ts";
import { createHotRoutes } from "#src/features/clicks/hot.ts";
import { countView } from "#src/features/clicks/hot-visits.ts";
import { createRecorder } from "#src/features/clicks/recorder.ts";
import { createTargets } from "#src/features/clicks/targets.ts";
import { createVisitors } from "#src/features/clicks/visitors.ts";
import { createEgress, type Egress } from "#src/features/egress/egress.ts";
import { CACHE_HIT_SAVED_BYTES } from "#src/features/egress/rules.ts";
import { pageRoute } from "#src/features/public-page/hot.ts";
import { PublicPages } from "#src/features/public-page/public-page.ts";
import { Site } from "#src/features/site/site.ts";
import { readStats } from "#src/features/site/stats.ts";
import { networks } from "#src/lib/networks.ts";
import type { Platform } from "#src/platform/context.ts";
import { clientAddress } from "#src/platform/geo/client-address.ts";
import { Assets } from "#src/platform/http/assets.ts";
import { Bodies } from "#src/platform/http/bodies.ts";
import { hstsOf } from "#src/platform/http/hsts.ts";
import { Linger } from "#src/platform/http/linger.ts";
import type { Jobs } from "#src/platform/jobs/jobs.ts";
import { createMetrics } from "#src/platform/observe/metrics.ts";
import type { Config } from "./config.ts";
import { Dashboard } from "./dashboard.ts";
import { type Door, hostsOf } from "./hosts.ts";
import { jobs as jobList, startJobs } from "./slices.ts";
import { createWeb } from "./web.ts";
import { readWorker, WORKER_PATHS, type Worker } from "./web-installed.ts";

export interface AppParts {
  config: Config;
  platform: Platform;
  /** Signs sessions and what is handed to visitors. */
  secret: string;
  jobs: Jobs;
  /** The built browser files. */
  clientFolder: string;
}

export interface App {
  handle(request: IncomingMessage, response: ServerResponse): void;
  auth: Auth;
  egress: Egress;
  /** Takes no new work, and returns when everything that was accepted has been stored. */
  drain(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;

/** Puts the process together: the slices on the platform, the hot path before the router, the workers behind. */
export async function createApp({ config, platform, secret, jobs, clientFolder }: AppParts): Promise<App> {
  const auth = createAuth(platform, { secret });
  const metrics = createMetrics();
  const assets = new Assets(clientFolder);
  const targets = createTargets(platform);
  const egress = createEgress(platform);
  const recorder = createRecorder(platform, { egress });
  const visitors = createVisitors(platform);
  const worker = readWorker(clientFolder, config.SERVICE_WORKER);
  const pages = publicPages({ config, platform, assets, worker });
  countHits(pages, egress);
  const addressOf = addressReader(config);
  const bodies = new Bodies();
  let ready = true;
  const web = createWeb({
    bodies,
    platform,
    secret,
    auth,
    egress,
    visitors,
    metrics,
    assets,
    pages,
    site: site({ config, platform, assets, worker }),
    worker,
    dashboard: new Dashboard(join(clientFolder, "index.html"), platform.instance.name),
    addressOf: ({ env }) => addressOf((env as { incoming: IncomingMessage }).incoming),
    isReady: () => ready,
  });
  const listener = getRequestListener((request, env) => web.fetch(request, env), {
    autoCleanupIncoming: false,
  });
  const clicks = {
    bodies,
    platform,
    recorder,
    targets,
    visitors,
    budget: createBudget(platform.now),
    clientAddress: addressOf,
  };
  const hot = [
    createHotRoutes(clicks),
    pageRoute(pages, {
      always: secureHeaders(platform.instance),
      metrics,
      log: platform.log,
      now: platform.now,
      countView: (request, profile) => countView(clicks, request, profile),
    }),
  ];
  if (config.ROLES.includes("worker")) {
    await startWork(jobs, { ...platform, links: auth.links });
  }
  return {
    auth,
    egress,
    handle: takeRequests({ config, instance: platform.instance, hot, listener }),
    async drain() {
      ready = false;
      await recorder.drain();
      await egress.drain();
    },
  };
}

async function startWork(jobs: Jobs, context: Platform & AccountJobs): Promise<void> {
  await jobs.work(jobList, context);
  await context.write(async (ctx) => {
    for (const job of startJobs) await ctx.enqueue(job, {});
  });
}

interface Takers {
  config: Config;
  instance: Platform["instance"];
  /** Each says whether it took the request; `path` is the request's without the query. */
  hot: ((request: IncomingMessage, response: ServerResponse, path: string) => boolean)[];
  listener(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** True when this host serves the path; otherwise it has answered. */
function enter(
  door: Door,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): boolean {
  if (door === "serve") return true;
  const url = request.url ?? "/";
  const headers = { "X-Request-Id": randomUUID(), "Cache-Control": "no-cache" };
  if (door === "missing") response.writeHead(404, headers).end("There’s nothing at this URL.\n");
  else response.writeHead(301, { ...headers, Location: door.leadTo + url.slice(pathOf(url).length) }).end();
  return false;
}

function takeRequests({ config, instance, hot, listener }: Takers): App["handle"] {
  const servesWeb = config.ROLES.includes("web");
  const linger = new Linger();
  const hosts = hostsOf(instance);
  return (request, response) => {
    const path = pathOf(request.url ?? "/");
    if (
      hosts &&
      !isForWatching(path) &&
      !enter(hosts.doorOf(request.headers.host, path), { request, response })
    ) {
      return;
    }
    if (!servesWeb && !isForWatching(path)) {
      response.writeHead(404, { "X-Request-Id": randomUUID() }).end("This node runs background jobs only.\n");
      return;
    }
    if (request.method !== "GET") linger.watch(request, response);
    for (const take of hot) if (take(request, response, path)) return;
    void listener(request, response);
  };
}

interface PageParts {
  config: Config;
  platform: Platform;
  assets: Assets;
  worker: Worker;
}

function publicPages({ config, platform, assets, worker }: PageParts): PublicPages {
  return new PublicPages(platform, {
    scriptUrl: assets.urlOf("visitor-page-") ?? "/assets/page.js",
    workerUrl: worker.isKept ? WORKER_PATHS[0] : undefined,
    measurementId: config.GOOGLE_ANALYTICS_ID || undefined,
    cdnUrl: config.CDN_URL || undefined,
    cacheBytes: config.PAGE_CACHE_MB * MEGABYTE,
  });
}

/** The pages around the profiles'. */
function site({ config, platform, assets, worker }: PageParts): Site {
  return new Site(platform, {
    workerUrl: worker.isKept ? WORKER_PATHS[0] : undefined,
    scriptUrl: assets.urlOf("site-") ?? "/assets/site.js",
    demoVideoUrl: config.DEMO_VIDEO_URL,
    stats: readStats(config.LANDING_STATS),
  });
}

/** Reads where a request comes from. */
function addressReader(config: Config): (request: IncomingMessage) => string {
  const trusts = networks(config.TRUSTED_PROXIES);
  return ({ headers, socket }) => {
    const forwarded = headers["x-forwarded-for"];
    const hops = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
    return clientAddress(socket.remoteAddress, hops, trusts);
  };
}

function secureHeaders({ publicUrl }: Platform["instance"]): string[] {
  const hsts = hstsOf(publicUrl);
  return hsts === undefined ? [] : ["Strict-Transport-Security", hsts];
}

function countHits(pages: PublicPages, egress: Egress): void {
  egress.onCollect(() => {
    for (const [account, count] of pages.cache.takeHits()) {
      egress.note(account, "cache_hit", { saved: count * CACHE_HIT_SAVED_BYTES, count });
    }
  });
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/** What a node answers to those who watch it, whatever its roles. */
function isForWatching(path: string): boolean {
  return path.startsWith("/health/") || path === "/metrics";
}
