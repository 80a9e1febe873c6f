import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context, Hono } from "hono";
import type { Auth } from "#src/features/accounts/auth.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { chooseSelected } from "#src/features/profiles/rules.ts";
import { acceptsGzip } from "#src/lib/encodings.ts";
import type { Person } from "#src/platform/context.ts";
import type { Dashboard, FirstAnswers } from "./dashboard.ts";
import type { AskApi } from "./web-api.ts";

type App = Hono<{ Variables: { requestId: string } }>;
type RequestContext = Context<{ Variables: { requestId: string } }>;

interface DashboardParts {
  auth: Auth;
  dashboard: Dashboard;
  askApi: AskApi;
}

const compress = promisify(gzip);

/** The screens around signing in, and those behind it: one document, which brings its first data along. */
export function addDashboard(app: App, { auth, dashboard, askApi }: DashboardParts): void {
  const answer = async (context: RequestContext, person: Person) =>
    compressed(context, dashboard.page(await firstAnswers(context, (path) => askApi(context, person, path))));
  for (const path of ["/auth", "/auth/callback", "/auth/link", "/forgot-password", "/reset-password"]) {
    app.get(path, () => dashboard.page());
  }
  app.on("GET", ["/dashboard", "/dashboard/*"], async (context) => {
    const person = await auth.findPerson(context.req.raw.headers);
    if (person) return answer(context, person);
    const { pathname, search } = new URL(context.req.url);
    context.header("Cache-Control", "no-store");
    return context.redirect(`/auth?next=${encodeURIComponent(pathname + search)}`);
  });
  app.on("GET", ["/admin", "/admin/*"], async (context) => {
    const person = await auth.findPerson(context.req.raw.headers);
    return person?.role === "founder" ? answer(context, person) : context.notFound();
  });
}

/** What every screen asks the API as soon as its code is there: asked here, it comes with the page. */
async function firstAnswers(
  { req }: RequestContext,
  ask: (path: string) => Promise<unknown>,
): Promise<FirstAnswers> {
  const answers: FirstAnswers = {};
  const take = async (path: string) => {
    const answer = await ask(path).catch(() => undefined);
    // What failed or was refused is asked again by the screen, which knows how to say so.
    if (answer !== undefined) answers[path] = answer;
  };
  await Promise.all(["/me", "/instance", "/profiles", "/slots", "/allowances"].map(take));
  if (req.path === "/dashboard/links") {
    const { items = [] } = (answers["/profiles"] ?? {}) as { items?: Profile[] };
    const selected = chooseSelected(items, req.query("profile") ?? null);
    if (selected) await take(`/profiles/${selected.id}/links`);
  }
  return answers;
}

async function compressed(context: RequestContext, page: Response): Promise<Response> {
  page.headers.set("Vary", "Accept-Encoding");
  if (!acceptsGzip(context.req.header("accept-encoding"))) return page;
  page.headers.set("Content-Encoding", "gzip");
  return new Response(new Uint8Array(await compress(await page.arrayBuffer())), { headers: page.headers });
}
