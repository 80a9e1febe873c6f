import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { getCookie } from "hono/cookie";
import type { Auth } from "#src/features/identity/accounts/auth/auth.ts";
import { isStaffForAny } from "#src/features/identity/team/rules.ts";
import { billingContract } from "#src/features/money/entitlements/contract.ts";
import { REFERRAL_COOKIE, referralCodeIn } from "#src/features/money/entitlements/rules.ts";
import { type Profile, profilesContract } from "#src/features/pages/profiles/contract.ts";
import { chooseSelected } from "#src/features/pages/profiles/rules.ts";
import { acceptsGzip } from "#src/lib/accept-encoding.ts";
import { cookieName } from "#src/lib/cookies.ts";
import type { Language } from "#src/lib/language.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { SignedIn } from "#src/platform/http/api.ts";
import type { HttpApp, HttpContext } from "#src/platform/http/http-module.ts";
import { translateOutput } from "#src/platform/http/translate-output.ts";
import { translatorFor } from "#src/platform/languages.ts";
import type { Dashboard, PreloadedData } from "./dashboard.ts";
import type { AskApi } from "./http-api.ts";

interface DashboardParts {
  auth: Auth;
  dashboard: Dashboard;
  askApi: AskApi;
  /** Set if the instance has an https URL. */
  isSecure: boolean;
}

const compress = promisify(gzip);

/** The screens around signing in and those behind it: one document that includes its first data. */
export function addDashboard(app: HttpApp, { auth, dashboard, askApi, isSecure }: DashboardParts): void {
  const referral = cookieName(REFERRAL_COOKIE, isSecure);
  const answer = async (context: HttpContext, caller: SignedIn) => {
    const answers = await firstAnswers(context, (path) => askApi(context, caller, path));
    const code = rememberedCode(context, referral);
    if (code !== undefined) answers["/referrals/remembered"] = code;
    const opening = { answers, me: answers["/me"], ...acceptedBy(context) };
    await translateAnswers(answers, dashboard.languageFor(opening));
    const page = dashboard.page(opening);
    return compressed(
      context,
      getCookie(context, referral) === undefined ? page : withoutCookie(page, referral),
    );
  };
  // Most people who open these aren't signed in. Others, such as with an invitation, read them in their
  // language.
  const answerAnyone = async (context: HttpContext) => {
    const findMe = async () => {
      const caller = await auth.findSession(context.req.raw.headers);
      return caller && askApi(context, caller, "/me");
    };
    const me = await findMe().catch(() => undefined);
    return dashboard.page({ me, ...acceptedBy(context) });
  };
  for (const path of [
    PATHS.signIn,
    PATHS.authCallback,
    PATHS.signInLink,
    PATHS.confirmEmail,
    PATHS.notMe,
    PATHS.forgotPassword,
    PATHS.resetPassword,
    PATHS.acceptInvitation,
    PATHS.gmailCallback,
  ]) {
    app.get(path, answerAnyone);
  }
  app.on("GET", [PATHS.dashboard, `${PATHS.dashboard}/*`, PATHS.keepAccount], async (context) => {
    const caller = await auth.findSession(context.req.raw.headers);
    if (caller) return answer(context, caller);
    const { pathname, search } = new URL(context.req.url);
    context.header("Cache-Control", "no-store");
    return context.redirect(`${PATHS.signIn}?next=${encodeURIComponent(pathname + search)}`);
  });
  app.on("GET", [PATHS.admin, `${PATHS.admin}/*`], async (context) => {
    const caller = await auth.findSession(context.req.raw.headers);
    return caller && isStaffForAny(caller.person.role) ? answer(context, caller) : context.notFound();
  });
}

const acceptedBy = ({ req }: HttpContext) => ({ acceptLanguage: req.header("accept-language") });

/** Requests the data that every screen needs as soon as its code has loaded, so it comes with the page. */
async function firstAnswers(
  context: HttpContext,
  ask: (path: string) => Promise<unknown>,
): Promise<PreloadedData> {
  const { req } = context;
  const answers: PreloadedData = {};
  const take = async (path: string) => {
    const answer = await ask(path).catch(() => undefined);
    // The screen repeats a failed request, because it can show the error.
    if (answer !== undefined) answers[path] = answer;
  };
  await Promise.all(
    ["/me", "/instance", "/profiles", "/slots", "/allowances", "/referrals/standing"].map(take),
  );
  if (req.path === PATHS.links) {
    const { items = [] } = (answers["/profiles"] ?? {}) as { items?: Profile[] };
    const selected = chooseSelected(items, req.query("profile") ?? null);
    if (selected) await take(`/profiles/${selected.id}/links`);
  }
  return answers;
}

/** Responses with sentences of ours. */
const SPOKEN = { "/slots": profilesContract.slots, "/allowances": billingContract.allowances };

/** Only the response of `/me` tells the language, and the others don't wait for it. */
async function translateAnswers(answers: PreloadedData, language: Language): Promise<void> {
  const say = await translatorFor(language);
  for (const [path, endpoint] of Object.entries(SPOKEN)) {
    const { outputSchema } = endpoint["~orpc"];
    if (outputSchema && path in answers) answers[path] = translateOutput(outputSchema, answers[path], say);
  }
}

/** The referral code in the cookie, which is passed to the page once. */
function rememberedCode(context: HttpContext, cookie: string): string | undefined {
  const code = getCookie(context, cookie);
  return code === undefined ? undefined : referralCodeIn(`?ref=${encodeURIComponent(code)}`);
}

function withoutCookie(page: Response, name: string): Response {
  const secure = name === REFERRAL_COOKIE ? "" : "; Secure";
  page.headers.append("Set-Cookie", `${name}=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly${secure}`);
  return page;
}

async function compressed(context: HttpContext, page: Response): Promise<Response> {
  page.headers.set("Vary", "Accept-Encoding");
  if (!acceptsGzip(context.req.header("accept-encoding"))) return page;
  page.headers.set("Content-Encoding", "gzip");
  return new Response(new Uint8Array(await compress(await page.arrayBuffer())), { headers: page.headers });
}
