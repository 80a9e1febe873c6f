import { androidIntent } from "#src/features/pages/links/page/app-links.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import { isInsideIosApp, systemOf } from "./system.ts";
import type { VisitDestination } from "./visit.ts";

export interface Card {
  id: string;
  /** Absent if the URL depends on the visitor. */
  url: string | undefined;
  isAdult: boolean;
}

export type LinkAction =
  | { do: "ask" }
  | { do: "refuse"; message: string; url: string | undefined }
  /** The page knows the URL and counts the click. */
  | { do: "open"; url: string; variant: VisitDestination["variant"]; app: VisitDestination["app"] }
  /** The server decides, redirects the visitor, and counts. */
  | { do: "hand over"; url: string };

/** Shown if the server sends no sentence of its own (spec §8). */
const RESTRICTED = "This link is not available in your region.";

/** Follows the order of spec §4: adult warning, variant and location, opening. */
export function nextLinkAction(
  card: Card,
  way: VisitDestination | undefined,
  visitor: { hasConsented: boolean; session_id: string },
): LinkAction {
  if (card.isAdult && !visitor.hasConsented) return { do: "ask" };
  if (way?.blocked) {
    return { do: "refuse", message: way.message || RESTRICTED, url: way.redirectUrl ?? undefined };
  }
  const url = card.url ?? way?.redirectUrl;
  if (url) return { do: "open", url, variant: way?.variant, app: way?.app };
  // The click's row needs the session; the server knows the variant itself.
  const query = new URLSearchParams({ session_id: visitor.session_id });
  if (visitor.hasConsented) query.set("adult", "yes");
  return { do: "hand over", url: `${GO_PATH}${encodeURIComponent(card.id)}?${query}` };
}

/** Returns the URL that opens the link's app, if there is one and this browser needs it. */
export function appAddress(
  card: { url: string; android?: string | undefined; ios?: string | null | undefined },
  userAgent: string,
): string | undefined {
  if (systemOf(userAgent) === "android") return card.android && androidIntent(card.url, card.android);
  // Safari opens the app from the web URL itself, and shows an error for a scheme that no app handles.
  return isInsideIosApp(userAgent) ? (card.ios ?? undefined) : undefined;
}
