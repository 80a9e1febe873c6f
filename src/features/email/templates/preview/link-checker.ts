/* Checks whether an e-mail's links and pictures load (features 5.2.5). Results are cached for a while. */
import { Failure } from "#src/lib/errors.ts";
import { cutChars } from "#src/lib/text.ts";
import { TtlCache } from "#src/lib/ttl-cache.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { SafeFetchFailure } from "#src/platform/outbound/safe-fetch.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { renderer } from "../render/render.ts";
import { type Finding, PICTURES_HEAVY_BYTES } from "../rules.ts";

/** Counts checks with at least one uncached URL. */
const OPENINGS: Limit = { name: "templates.links", attempts: 60, seconds: 60 * 60 };
const URLS_MAX = 40;
const SHOWN_MAX = 80;
const AT_ONCE = 8;
/** After that, no other is opened, so a check takes twice as long at most. */
const ALL_MS_MAX = 4000;
const ONE_MS_MAX = 4000;
const PAGE = { bytesMax: 512 * 1024, milliseconds: ONE_MS_MAX, accept: "text/html,*/*" };
const PICTURE = { bytesMax: PICTURES_HEAVY_BYTES, milliseconds: ONE_MS_MAX, accept: "image/*" };

const KEPT_MAX = 2000;
const OPENS_KEPT_MS = 10 * 60_000;
/** People who have fixed something check again soon. */
const FAILS_KEPT_MS = 60_000;

type Opened = string | undefined;

const openedOf = processLocal(
  () =>
    new TtlCache<Opened>({
      entriesMax: KEPT_MAX,
      msFor: (problem) => (problem === undefined ? OPENS_KEPT_MS : FAILS_KEPT_MS),
    }),
);

/** Requests every link and every external picture, as a reader would. Takes seconds: not for transactions. */
export async function findBrokenLinks(ctx: Ctx, html: string): Promise<Finding[]> {
  const opened = openedOf(ctx);
  const clean = await renderer.run(ctx.account, "clean", html);
  const urls = [
    ...urlsIn(clean, /\bhref="(https?:[^"{]+)"/gi).map((url) => ({ url, bounds: PAGE })),
    ...urlsIn(clean, /<img\b[^<>]*?\bsrc="(https?:[^"{]+)"/gi)
      .filter((url) => !url.startsWith(`${ctx.instance.publicUrl}/`))
      .map((url) => ({ url, bounds: PICTURE })),
  ];
  const [left, findings] = [urls.slice(0, URLS_MAX), [] as Finding[]];
  const keyOf = ({ url, bounds }: (typeof urls)[number]) => `${bounds.accept} ${url}`;
  const isNew = left.some((one) => !opened.has(keyOf(one), ctx.now()));
  if (isNew && !(await mayOpen(ctx)))
    return [warning("Links weren’t opened, because that’s a lot of checks. Try again in an hour.")];
  const until = performance.now() + ALL_MS_MAX;
  const next = async (): Promise<void> => {
    while (performance.now() < until) {
      const one = left.shift();
      if (!one) return;
      const problem = await opened.get(keyOf(one), ctx.now(), () => problemWith(ctx, one));
      if (problem) findings.push(warning(`“${shown(one.url)}” ${problem}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  if (left.length > 0) findings.push(warning("Not every link was opened in time. Check again for the rest."));
  return findings;
}

const warning = (message: string): Finding => ({ severity: "warning", where: "html", message });

const shown = (url: string) => (url.length <= SHOWN_MAX ? url : `${cutChars(url, SHOWN_MAX - 1)}…`);

function urlsIn(html: string, pattern: RegExp): string[] {
  const found = [...html.matchAll(pattern)].map(([, url = ""]) => url.replaceAll("&amp;", "&"));
  return [...new Set(found)];
}

async function mayOpen({ limits, account }: Ctx): Promise<boolean> {
  try {
    await limits.count(OPENINGS, account);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.status === 429) return false;
    throw error;
  }
}

const PROBLEMS: Partial<Record<SafeFetchFailure["problem"], string>> = {
  forbidden: "isn’t on the public internet.",
  unreachable: "doesn’t open: nobody answers there.",
  status: "doesn’t open. Try it yourself; some sites only let people in.",
  too_slow: "took too long to open.",
};

async function problemWith(
  { outbound }: Ctx,
  { url, bounds }: { url: string; bounds: typeof PAGE },
): Promise<Opened> {
  try {
    await outbound.fetchBytes(url, bounds);
    return undefined;
  } catch (error) {
    if (!(error instanceof SafeFetchFailure)) throw error;
    if (error.problem === "too_large" && bounds === PICTURE)
      return "is a picture of more than 1 MB. Use a smaller one.";
    return PROBLEMS[error.problem];
  }
}
