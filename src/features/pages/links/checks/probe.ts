/* Asks the server of a link whether there's something, as quietly as it goes. */
import { connect as connectTls } from "node:tls";
import { DAY_MS } from "#src/lib/time.ts";
import { TtlCache } from "#src/lib/ttl-cache.ts";
import type { Platform } from "#src/platform/context.ts";
import { SafeFetchFailure } from "#src/platform/outbound/safe-fetch.ts";
import { certificateReason, isAllowedByRobots, type Outcome, outcomeOf, REASONS, reasonOf } from "./rules.ts";

const PROBE_MS_MAX = 5000;
const ROBOTS_BYTES_MAX = 100_000;
const SITES_REMEMBERED = 2000;

/** Sites' robots.txt, empty for none. */
const robots = new TtlCache<string>({ entriesMax: SITES_REMEMBERED, msFor: () => DAY_MS });

type Parts = Pick<Platform, "outbound" | "now">;

/** Looks at an address: first only at the head of its answer, and at the answer itself if that says nothing good. */
export async function probeAddress(parts: Parts, address: string): Promise<Outcome> {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return { kind: "unknown" };
  if (!isAllowedByRobots(await robotsOf(parts, url.origin), url.pathname + url.search))
    return { kind: "unknown" };
  const head = await ask(parts, url, "HEAD");
  // Some servers answer only questions for the whole page.
  return head.kind === "ok" || isNameless(head) ? head : ask(parts, url, "GET");
}

const isNameless = (outcome: Outcome) => outcome.kind === "failed" && outcome.reason === REASONS.unknown_name;

async function ask(parts: Parts, url: URL, method: "HEAD" | "GET"): Promise<Outcome> {
  try {
    const { status, retryAfter } = await parts.outbound.probe(url.href, {
      method,
      milliseconds: PROBE_MS_MAX,
    });
    return outcomeOf(status, retryAfter);
  } catch (error) {
    if (!(error instanceof SafeFetchFailure)) throw error;
    return failureOf(parts, url, error);
  }
}

async function failureOf(
  parts: Parts,
  url: URL,
  { problem, cause, status }: SafeFetchFailure,
): Promise<Outcome> {
  // What isn't on the public internet, or needs a name and a password, isn't for us to judge.
  if (problem === "forbidden") return { kind: "unknown" };
  if (problem === "status") return outcomeOf(status ?? 300, undefined);
  if (problem === "too_slow") return { kind: "failed", reason: REASONS.slow };
  const code = codeOf(cause);
  const ended = code === "CERT_HAS_EXPIRED" ? await certificateEnd(parts, url) : undefined;
  const reason = ended
    ? certificateReason(ended, parts.now())
    : cause === undefined
      ? REASONS.unknown_name
      : reasonOf(code);
  return { kind: "failed", reason };
}

function codeOf(cause: unknown): string | undefined {
  const { code, errors } = (cause ?? {}) as { code?: unknown; errors?: { code?: unknown }[] };
  const own = code ?? errors?.[0]?.code;
  return typeof own === "string" ? own : undefined;
}

async function robotsOf({ outbound, now }: Parts, origin: string): Promise<string> {
  return robots.get(origin, now(), async () => {
    try {
      const bounds = {
        bytesMax: ROBOTS_BYTES_MAX,
        milliseconds: PROBE_MS_MAX,
        accept: "text/plain",
        isCut: true,
      } as const;
      const page = await outbound.fetchPage(`${origin}/robots.txt`, bounds);
      // Many sites answer with a page of theirs instead.
      return /html/i.test(page.contentType) ? "" : new TextDecoder().decode(page.bytes);
    } catch (error) {
      if (error instanceof SafeFetchFailure) return "";
      throw error;
    }
  });
}

/** Returns when a server's certificate ended. */
async function certificateEnd({ outbound }: Parts, url: URL): Promise<Date | undefined> {
  const host = url.hostname;
  try {
    const socket = await outbound.connect({
      host,
      port: Number(url.port) || 443,
      milliseconds: PROBE_MS_MAX,
    });
    return await new Promise((resolve) => {
      // Nothing is sent through it.
      const secured = connectTls({ socket, servername: host, rejectUnauthorized: false });
      const end = (date: Date | undefined) => {
        secured.destroy();
        resolve(date);
      };
      secured.setTimeout(PROBE_MS_MAX, () => end(undefined));
      secured.once("error", () => end(undefined));
      secured.once("secureConnect", () => end(new Date(secured.getPeerCertificate().valid_to)));
    });
  } catch (error) {
    if (error instanceof SafeFetchFailure) return undefined;
    throw error;
  }
}
