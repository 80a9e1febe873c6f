import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type IncidentWriter, startIncidentWriter } from "#src/features/admin/security/incident-writer.ts";
import { type Gauges, Heartbeat } from "#src/features/admin/system/nodes/nodes.ts";
import { type Auth, createAuth } from "#src/features/identity/accounts/auth/auth.ts";
import type { GoogleClient, Provider } from "#src/features/identity/accounts/google/google.ts";
import { closeStreams } from "#src/features/identity/live/live.ts";
import { createClicks, setDomainAccount } from "#src/features/insights/clicks/clicks.ts";
import { type EgressWriter, startEgressWriter } from "#src/features/instance/bandwidth/bandwidth.ts";
import { CACHE_HIT_SAVED_BYTES } from "#src/features/instance/bandwidth/rules.ts";
import { activate } from "#src/features/pages/domains/activation.ts";
import { type HostEntry, servedHosts } from "#src/features/pages/domains/domains.ts";
import { identityOf } from "#src/features/pages/domains/pages-host.ts";
import { Frame } from "#src/features/public/frame/frame.ts";
import { refusedReports } from "#src/features/public/moderation/refused-reports.ts";
import { PublicPages } from "#src/features/public/public-page/public-page.ts";
import { pageRoute } from "#src/features/public/public-page/serve-page.ts";
import {
  readServiceWorker,
  type ServiceWorkerScript,
  WORKER_PATHS,
} from "#src/features/public/site/service-worker.ts";
import { Site } from "#src/features/public/site/site.ts";
import { brandOf } from "#src/lib/brand.ts";
import { parseNetworks } from "#src/lib/cidr.ts";
import { visitorLanguageIn } from "#src/lib/language.ts";
import { GO_PATH, isGoPath } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Secrets } from "#src/platform/crypto/vault.ts";
import { Assets } from "#src/platform/http/assets.ts";
import { BodyBudget } from "#src/platform/http/body-budget.ts";
import { hstsOf } from "#src/platform/http/hsts.ts";
import { Linger } from "#src/platform/http/linger.ts";
import { newRequestId } from "#src/platform/http/request-id.ts";
import type { Jobs } from "#src/platform/jobs/jobs.ts";
import { visitorTranslatorIn } from "#src/platform/languages.ts";
import { createMetrics, type Metrics } from "#src/platform/observe/metrics.ts";
import { SignalRunner } from "#src/platform/signal-runner.ts";
import type { Config } from "./config.ts";
import { Dashboard } from "./dashboard.ts";
import { createGate } from "./gate.ts";
import { createHosts, type HostRoute, type Hosts, isMonitoringPath } from "./host-routing.ts";
import { createHttpApp } from "./http-app.ts";
import { jobs as jobList, signalHandlers, startJobs } from "./slices.ts";

export interface AppParts {
  config: Config;
  platform: Platform;
  /** Sign sessions and visitors' tokens. */
  secrets: Secrets;
  jobs: Jobs;
  /** Google's endpoints for sign-in, if this instance is registered there. */
  google: Provider;
  clientFolder: string;
}

export interface App {
  heartbeat: Heartbeat;
  handle(request: IncomingMessage, response: ServerResponse): void;
  auth: Auth;
  egress: EgressWriter;
  incidents: IncidentWriter;
  /** Takes no new work, and returns once everything accepted has been stored. */
  drain(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;

/** Assembles the process: the slices on the platform, the hot path before the router, workers behind it. */
export async function createApp({
  config,
  platform,
  secrets,
  jobs,
  google,
  clientFolder,
}: AppParts): Promise<App> {
  const auth = createAuth(platform, { secrets, google: googleClient(config, google) });
  const metrics = createMetrics();
  const assets = new Assets(clientFolder);
  const egress = startEgressWriter(platform);
  const incidents = startIncidentWriter(platform);
  const worker = readServiceWorker(clientFolder, config.SERVICE_WORKER);
  const pages = publicPages({ config, platform, assets, worker });
  countHits(pages, platform.egress);
  const addressOf = addressReader(platform);
  const bodies = new BodyBudget();
  const clicks = createClicks(platform, { auth, bodies, clientAddress: addressOf });
  const hosts = await loadHosts(config, platform);
  let ready = true;
  const frame = frameOf({ platform, assets, worker });
  const web = createHttpApp({
    hosts,
    bodies,
    platform,
    secrets,
    auth,
    metrics,
    assets,
    pages,
    frame,
    site: new Site(platform, frame),
    worker,
    dashboard: new Dashboard(clientFolder, () => brandOf(platform.settings)),
    addressOf: ({ env }) => addressOf((env as { incoming: IncomingMessage }).incoming),
    isReady: () => ready,
  });
  const listener = getRequestListener(web.fetch, { autoCleanupIncoming: false });
  const beforeRouter = [
    clicks.handle,
    pageRoute(pages, {
      always: secureHeaders(platform.instance),
      metrics,
      log: platform.log,
      now: platform.now,
      countView: clicks.countView,
    }),
  ];
  const gate = createGate({ platform, auth, addressOf });
  const isWorker = config.ROLES.includes("worker");
  const signalRunner = new SignalRunner(platform, isWorker ? signalHandlers : []);
  if (isWorker) await startWork(jobs, platform, signalRunner);
  return {
    heartbeat: new Heartbeat(platform, () => gaugesOf(metrics, pages)),
    auth,
    egress,
    incidents,
    handle: takeRequests({ config, platform, hosts, gate, beforeRouter, listener }),
    async drain() {
      ready = false;
      closeStreams(platform.signals);
      for (const one of [clicks, egress, incidents, refusedReports(platform)]) await one.drain();
      await signalRunner.stop();
    },
  };
}

async function gaugesOf({ registry, pages: served }: Metrics, pages: PublicPages): Promise<Gauges> {
  const late = await registry.getSingleMetric("nodejs_eventloop_lag_p99_seconds")?.get();
  const { values } = await served.get();
  const count = (outcome: string) => values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  return {
    loopMs: 1000 * Number(late?.values[0]?.value ?? 0),
    pageHits: count("hit"),
    pageMisses: count("miss"),
    pageBytes: pages.cache.bytes,
  };
}

async function loadHosts(config: Config, platform: Platform): Promise<Hosts> {
  const domains = servedHosts(platform);
  await domains.load();
  const findDomain = (host: string) => domains.find(host);
  const isNamed = config.PUBLIC_URL !== "";
  return createHosts({
    instance: platform.instance,
    findDomain,
    isNamed,
    cdnUrl: config.CDN_URL,
    identityOf: (host) => identityOf(platform, host),
  });
}

function googleClient(config: Config, provider: Provider): GoogleClient | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config;
  return clientId === "" ? undefined : { ...provider, clientId, clientSecret };
}

async function startWork(jobs: Jobs, context: Platform, signalRunner: SignalRunner): Promise<void> {
  await jobs.work(jobList, context);
  await context.write(async (ctx) => {
    for (const { job } of startJobs) await ctx.enqueue(job, {});
  });
  signalRunner.wakeAll();
}

interface Takers {
  config: Config;
  platform: Platform;
  hosts: Hosts;
  gate: ReturnType<typeof createGate>;
  /** Each returns whether it handled the request. `path` is without the query. */
  beforeRouter: ((request: IncomingMessage, response: ServerResponse, path: string) => boolean)[];
  listener(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Responds where nothing is served. */
function turnAway(
  route: Exclude<HostRoute, "serve" | { page: string }>,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): void {
  const url = request.url ?? "/";
  const headers = { "X-Request-Id": newRequestId(), "Cache-Control": "no-cache" };
  if (route === "nothing" || route === "malformed")
    response.writeHead(route === "nothing" ? 421 : 400, { ...headers, "Content-Length": 0 }).end();
  else if (route === "missing") {
    const { language, say } = visitorTranslatorIn(visitorLanguageIn(request.headers["accept-language"]));
    const said = { "Content-Type": "text/plain; charset=utf-8", "Content-Language": language };
    response
      .writeHead(404, { ...headers, ...said, Vary: "Accept-Language" })
      .end(`${say("There’s nothing at this URL.")}\n`);
  } else if ("answer" in route)
    response.writeHead(200, { ...headers, "Content-Type": route.answer.type }).end(route.answer.text);
  else response.writeHead(301, { ...headers, Location: route.leadTo + url.slice(pathOf(url).length) }).end();
}

/** A session cookie must not count at an owner's domain, however it got there. */
function forgetCookies(request: IncomingMessage): void {
  delete request.headers.cookie;
  const { rawHeaders } = request;
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (rawHeaders[index]?.toLowerCase() === "cookie") rawHeaders.splice(index, 2);
}

/** A visitor's HTTPS request proves that a domain works. Only the trusted proxy is believed about that. */
function hostNoter(
  config: Config,
  platform: Platform,
): (request: IncomingMessage, domain: HostEntry) => void {
  const trusts = parseNetworks(config.TRUSTED_PROXIES);
  const noted = new Set<string>();
  return ({ headers, socket }, { id, account, state }) => {
    if (state !== "verified" && state !== "issuing") return;
    if (headers["x-forwarded-proto"] !== "https" || !trusts(socket.remoteAddress ?? "")) return;
    if (noted.has(id)) return;
    noted.add(id);
    activate(platform, { account, id })
      .catch((error: unknown) => platform.log.error({ err: error }, "a domain couldn't be activated"))
      .finally(() => noted.delete(id));
  };
}

function takeRequests({ config, platform, hosts, gate, beforeRouter, listener }: Takers): App["handle"] {
  const noteHost = hostNoter(config, platform);
  const servesWeb = config.ROLES.includes("web");
  const linger = new Linger();
  const take: App["handle"] = (request, response) => {
    let path = writtenPath(pathOf(request.url ?? "/"));
    const route = hosts.routeOf(request.headers.host, path);
    if (typeof route === "object" && "page" in route) {
      noteHost(request, route.domain);
      forgetCookies(request);
      setDomainAccount(request, route.domain.account);
      request.url = route.page + (request.url ?? "/").slice(path.length);
      path = route.page;
    } else if (route !== "serve") {
      turnAway(route, { request, response });
      return;
    }
    if (!servesWeb && !isMonitoringPath(path)) {
      response
        .writeHead(404, { "X-Request-Id": newRequestId() })
        .end("This node runs background jobs only.\n");
      return;
    }
    if (request.method !== "GET") linger.watch(request, response);
    for (const taken of beforeRouter) if (taken(request, response, path)) return;
    void listener(request, response);
  };
  return (request, response) => {
    const path = pathOf(request.url ?? "/");
    if (!gate({ request, response, path }, () => take(request, response))) take(request, response);
  };
}

interface PageParts {
  config: Config;
  platform: Platform;
  assets: Assets;
  worker: ServiceWorkerScript;
}

function publicPages({ config, platform, assets, worker }: PageParts): PublicPages {
  return new PublicPages(platform, {
    scriptUrl: assets.urlOf("visitor-page-") ?? "/assets/page.js",
    blocksUrl: assets.urlOf("visitor-blocks-") ?? "/assets/blocks.js",
    videoUrl: assets.urlOf("visitor-video-") ?? "/assets/video.js",
    workerUrl: worker.isKept ? WORKER_PATHS[0] : undefined,
    cdnUrl: config.CDN_URL || undefined,
    cacheBytes: config.PAGE_CACHE_MB * MEGABYTE,
  });
}

/** Creates the frame of the instance's own pages. */
function frameOf({ platform, assets, worker }: Omit<PageParts, "config">): Frame {
  return new Frame(platform, {
    workerUrl: worker.isKept ? WORKER_PATHS[0] : undefined,
    scriptUrl: assets.urlOf("site-") ?? "/assets/site.js",
  });
}

/** Determines the IP address that a request comes from, past trusted proxies. */
function addressReader({ proxies }: Platform): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const forwarded = headers["x-forwarded-for"];
    return proxies.addressOf({
      peer: socket.remoteAddress,
      forwardedFor: Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
      isForwarded: headers.forwarded !== undefined || headers["x-real-ip"] !== undefined,
      userAgent: headers["user-agent"],
    });
  };
}

function secureHeaders({ publicUrl }: Platform["instance"]): string[] {
  const hsts = hstsOf(publicUrl);
  return hsts === undefined ? [] : ["Strict-Transport-Security", hsts];
}

function countHits(pages: PublicPages, egress: Platform["egress"]): void {
  egress.onCollect(() => {
    for (const [account, count] of pages.cache.takeHits()) {
      egress.note(account, "cache_hit", { saved: count * CACHE_HIT_SAVED_BYTES, count });
    }
  });
}

/** Links are found in capitals, too, at every host. */
function writtenPath(path: string): string {
  return isGoPath(path) ? GO_PATH + path.slice(GO_PATH.length) : path;
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}
