/* What `+` after a link's short address shows: where it leads, without opening or counting anything. */
import { parseGeoRestrictions } from "#src/features/pages/geo/rules.ts";
import { stateOf } from "#src/features/pages/links/page/access.ts";
import { pageUrl, shortUrl } from "#src/lib/page-url.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import type { Platform } from "#src/platform/context.ts";
import { closedPage, gonePage, previewPage } from "./go-pages.ts";
import { findPreview, type PreviewRow } from "./preview-store.ts";
import type { LinkTarget } from "./target-cache.ts";
import type { LinkGate } from "./target-store.ts";

/** Returns the address in front of a `+` at the end, which asks for the preview; undefined without one. */
export function previewedText(text: string): string | undefined {
  const [, before] = /^(.+?)(?:\+|%2b)\/?$/i.exec(text) ?? [];
  return before;
}

interface Previewing {
  /** Undefined if there's no such link at this host. */
  link: LinkTarget | undefined;
  words: VisitorTranslator;
}

/** Returns the preview of a link, and the status that it's sent with. */
export async function showPreview(
  platform: Platform,
  { link, words }: Previewing,
): Promise<{ status: number; page: string }> {
  const row = link && (await findPreview(platform.db, link.link_id));
  if (!link || !row) return { status: 404, page: gonePage(words) };
  if (link.location === undefined)
    return { status: 404, page: closedPage(words, { isBanned: row.is_banned }) };
  const url = pageUrl(row, platform.instance.pagesUrl);
  const hidden = link.gate && reasonToHide(link.gate, platform.now().getTime());
  const page = previewPage(words, {
    title: row.title,
    addresses: hidden === undefined ? addressesOf(row) : [],
    note: hidden ?? noteOn(link.gate),
    page: { name: row.page_name, url, short: shortUrl(url) },
    href: `${GO_PATH}${link.link_id}`,
  });
  return { status: 200, page };
}

/** Why not everyone may know where it leads. Undefined for links that open for everyone who asks. */
function reasonToHide({ access, geo_restrictions }: LinkGate, now: number): string | undefined {
  const state = access ? stateOf(access, now) : "open";
  if (state !== "open") return state === "waiting" ? WAITING : EXPIRED;
  if (access?.has_password) return LOCKED;
  const isForSome = access && (access.audience !== null || access.expires_clicks !== null);
  return isForSome || parseGeoRestrictions(geo_restrictions) !== null ? FOR_SOME : undefined;
}

const WAITING = "This link isn’t open at the moment.";
const EXPIRED = "This link has expired";
const LOCKED = "It asks for a password, so we don’t show where it leads.";
const FOR_SOME = "Only some visitors can open it, so we don’t show where it leads.";
const ADULT = "It may contain adult content. You’re asked for your age first.";
const TEST = "It opens one of these addresses.";

function noteOn(gate: LinkGate | undefined): string | undefined {
  if (gate?.show_adult_warning) return ADULT;
  return gate?.is_ab_test ? TEST : undefined;
}

/** Rows may have been imported, so that an address is shown only as the gate would open it. */
function addressesOf({ is_ab_test, link_a, link_b, url }: PreviewRow): string[] {
  const all = is_ab_test ? [link_a, link_b] : [url];
  return all.flatMap((address) => {
    const checked = checkUrl(address ?? "");
    return checked.ok ? [checked.url] : [];
  });
}
