import type { Link } from "#src/features/pages/links/contract.ts";
import { accessOf, isListed } from "#src/features/pages/links/page/access.ts";
import { type Bar, barOf } from "#src/features/pages/links/page/bars.ts";
import { isGated, resolveDestination } from "#src/features/pages/links/page/destination.ts";
import { checkUrl } from "#src/lib/url.ts";
import { memberOf, type SimulatedVisitor } from "./simulated-visitor.ts";

/** What becomes of a link that doesn't simply open. */
export interface LinkOutcome {
  id: string;
  title: string;
  what: string;
  /** Set if the page itself asks first. */
  asksAge?: true;
}

/** Returns the host of a URL that may be opened; empty otherwise. */
function hostOf(url: string | null): string {
  const checked = checkUrl(url ?? "");
  return checked.ok ? (URL.parse(checked.url)?.host ?? "") : "";
}

function instead(url: string | null, otherwise: string): string {
  const host = hostOf(url);
  return host === "" ? otherwise : `Goes to ${host} instead.`;
}

const BARRED: Readonly<Record<Bar, (link: Link) => string>> = {
  waiting: () => "Isn’t on the page then.",
  expired: ({ expired_url }) => instead(expired_url, "Isn’t on the page then."),
  age: () => "Asks whether they’re 18 or older first.",
  audience: (link) => instead(link.geo_blocked_fallback_url, "Says that it isn’t meant for them."),
};

function whatBecomes(link: Link, visitor: SimulatedVisitor, now: number): Omit<LinkOutcome, "id" | "title"> {
  const access = accessOf(link);
  const bar = barOf({ ...link, access }, { now, isOfAge: false, member: () => memberOf(visitor) });
  if (bar) return { what: BARRED[bar](link), ...(bar === "age" && { asksAge: true }) };
  const { country } = visitor;
  const place = country === null ? null : { country, region: "", city: "" };
  const { blocked } = resolveDestination({ ...link, access }, { place, name: "" });
  if (blocked) return { what: instead(link.geo_blocked_fallback_url, "Isn’t available in their region.") };
  return { what: access?.has_password ? "Asks for its password first." : "" };
}

/**
 * Lists the links that don't simply open for a visitor, by the rules that the server follows. Hidden ones aren't
 * anybody's.
 */
export function outcomesFor(links: readonly Link[], visitor: SimulatedVisitor, now: number): LinkOutcome[] {
  // Most links are for everyone, always. Looking at each of them would cost every letter that's typed.
  return links.filter(isGated).flatMap((link) => {
    if (!isListed(link, now)) return [{ id: link.id, title: link.title, what: "Isn’t on the page then." }];
    const outcome = whatBecomes(link, visitor, now);
    return outcome.what === "" ? [] : [{ id: link.id, title: link.title, ...outcome }];
  });
}
