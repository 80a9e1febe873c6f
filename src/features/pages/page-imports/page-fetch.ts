/* Gets the text of a page from its server, and of a file from its bytes. */
import { failure } from "#src/lib/errors.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { Ctx } from "#src/platform/context.ts";
import { SafeFetchFailure } from "#src/platform/outbound/safe-fetch.ts";
import { PAGE_IMPORT_ERRORS } from "./contract.ts";
import type { PageText } from "./parsers/parsers.ts";
import { PAGE_BYTES_MAX, PAGE_MS_MAX } from "./rules.ts";

/** Fetches a page. Fails with a sentence about what to do instead. */
export async function fetchPageText(ctx: Ctx, raw: string): Promise<PageText> {
  const url = requireWebUrl(raw, ctx.outbound.allowsLocal);
  try {
    const page = await ctx.outbound.fetchPage(url, {
      bytesMax: PAGE_BYTES_MAX,
      milliseconds: PAGE_MS_MAX,
      accept: "text/html,application/xhtml+xml;q=0.9",
    });
    if (!isText(page.contentType)) throw failure(PAGE_IMPORT_ERRORS, "NOT_A_PAGE");
    return { text: decodeText(page.bytes, page.contentType), address: page.url };
  } catch (error) {
    if (error instanceof SafeFetchFailure) throw failure(PAGE_IMPORT_ERRORS, codeOf(error));
    throw error;
  }
}

const DETAILS_BYTES_MAX = 1024 * 1024;
const DETAILS_MS_MAX = 5000;

/** Fetches the beginning of a page, which says what the page is. Undefined if there's none to be had. */
export async function fetchPageStart({ outbound }: Ctx, url: string): Promise<PageText | undefined> {
  try {
    const page = await outbound.fetchPage(url, {
      bytesMax: DETAILS_BYTES_MAX,
      milliseconds: DETAILS_MS_MAX,
      accept: "text/html,application/xhtml+xml;q=0.9",
      isCut: true,
    });
    if (!isText(page.contentType)) return undefined;
    return { text: decodeText(page.bytes, page.contentType), address: page.url };
  } catch (error) {
    if (error instanceof SafeFetchFailure) return undefined;
    throw error;
  }
}

function requireWebUrl(raw: string, allowLocal: boolean): string {
  const checked = checkUrl(raw, { allowLocal });
  if (!checked.ok)
    throw failure(PAGE_IMPORT_ERRORS, checked.reason === "dangerous" ? "URL_DANGEROUS" : "URL_INVALID");
  if (!/^https?:/.test(checked.url)) throw failure(PAGE_IMPORT_ERRORS, "URL_INVALID");
  return checked.url;
}

const isText = (contentType: string) =>
  contentType === "" ||
  /^(?:text\/(?:html|plain|xml)|application\/(?:xhtml\+)?xml)/i.test(contentType.trim());

/** Some sites answer programs with a status of their own making. */
const REFUSALS = new Set([401, 403, 405, 406, 418, 429, 451, 503, 520, 999]);
const MISSING = new Set([404, 410]);

function codeOf({ problem, status = 0 }: SafeFetchFailure): keyof typeof PAGE_IMPORT_ERRORS {
  if (problem === "too_large") return "PAGE_TOO_LARGE";
  if (problem === "too_slow") return "PAGE_TOO_SLOW";
  if (problem !== "status") return "PAGE_UNREACHABLE";
  if (MISSING.has(status)) return "PAGE_MISSING";
  return REFUSALS.has(status) ? "PAGE_REFUSED" : "PAGE_UNREACHABLE";
}

const START_BYTES = 2048;

/** Decodes bytes as they say they are, and otherwise as UTF-8 or what Windows wrote before that. */
export function decodeText(bytes: Uint8Array, contentType = ""): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, START_BYTES));
  const named = /charset\s{0,5}=\s{0,5}["']?\s{0,5}([\w-]{2,40})/i;
  const label = markOf(bytes) ?? named.exec(contentType)?.[1] ?? named.exec(start)?.[1];
  try {
    return new TextDecoder(label ?? "utf-8", { fatal: label === undefined }).decode(bytes);
  } catch {
    return new TextDecoder(label === undefined ? "windows-1252" : "utf-8").decode(bytes);
  }
}

/** The encoding that a byte order mark tells of. */
function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xef && second === 0xbb ? "utf-8" : undefined;
}
