import type { Context, Hono } from "hono";
import type { Auth } from "#src/features/accounts/auth.ts";
import type { Visitors } from "#src/features/clicks/visitors.ts";
import type { Egress } from "#src/features/egress/egress.ts";
import type { Person, Platform } from "#src/platform/context.ts";
import { apiHandler } from "#src/platform/http/api.ts";
import { Compressed } from "#src/platform/http/compressed.ts";
import { requestFacts } from "#src/platform/http/request-facts.ts";
import { describeApi } from "./api-description.ts";
import { hostsOf } from "./hosts.ts";
import { createRouter } from "./slices.ts";
import { type Reception, receive, refuseOtherSites } from "./web-guards.ts";

interface ApiParts extends Reception {
  platform: Platform;
  auth: Auth;
  egress: Egress;
  visitors: Visitors;
}

type App = Hono<{ Variables: { requestId: string } }>;
type RequestContext = Context<{ Variables: { requestId: string } }>;

/** What a page may ask the API for the person who opens it: the answer of `GET path`; undefined where it is refused. */
export type AskApi = (context: RequestContext, person: Person, path: string) => Promise<unknown>;

/** `/api/v1`, and what describes it to people and programs. Answers the way in for pages that bring their data along. */
export function addApi(app: App, parts: ApiParts): AskApi {
  const { platform, auth, addressOf } = parts;
  addDescription(app, platform);
  const handle = apiHandler(createRouter(parts));
  const hosts = hostsOf(platform.instance);
  const call = (context: RequestContext, request: Request, person: () => Promise<Person | null>) =>
    handle(request, {
      platform,
      requestId: context.get("requestId"),
      request: requestFacts(request, addressOf(context)),
      person,
      // Nobody is signed in where pages are served, whatever cookie somebody put there.
      isForVisitors: hosts?.isPagesHost(request.headers.get("host") ?? "") ?? false,
      receive: (rule) => receive(parts, context, rule),
    });
  app.all("/api/v1/*", async (context) => {
    const { raw } = context.req;
    refuseOtherSites(raw, platform.instance.publicUrl);
    const response = await call(context, raw, () => auth.findPerson(raw.headers));
    if (!response) return context.notFound();
    response.headers.set("Cache-Control", "no-store");
    return response;
  });
  return async (context, person, path) => {
    const { url, headers } = context.req.raw;
    const request = new Request(new URL(`/api/v1${path}`, url), { headers });
    const response = await call(context, request, async () => person);
    return response?.ok ? response.json() : undefined;
  };
}

const DESCRIPTION_SECONDS = 5 * 60;

/** Both are the same until the next start, so they are compressed once. */
function addDescription(app: App, { instance }: Platform): void {
  const description = describeApi(instance);
  const text = (make: () => Promise<{ text: string; type: string; csp?: string }>) => {
    let made: Promise<Compressed> | undefined;
    return async (context: Context) => {
      made ??= make().then(({ text, type, csp }) => {
        const headers = { "Content-Type": type, "Cache-Control": `max-age=${DESCRIPTION_SECONDS}` };
        return new Compressed(text, csp ? { ...headers, "Content-Security-Policy": csp } : headers);
      });
      return (await made).answer(context.req.raw);
    };
  };
  const document = text(async () => ({
    text: JSON.stringify(await description.document()),
    type: "application/json",
  }));
  const page = text(async () => {
    const { html, csp } = await description.page();
    return { text: html, csp, type: "text/html; charset=utf-8" };
  });
  app.get("/api/v1/openapi.json", document);
  app.get("/api/v1/docs", page);
}
