import { pageOrigin, pageUrl } from "#src/lib/page-url.ts";
import type { PageHome, PageView } from "./page-view.ts";

/**
 * True if visitors may be sent to this URL: http, https, mailto, tel or sms. Rows are checked when written
 * (spec §5); this keeps a broken one from becoming a link.
 */
export function isOpenable(url: unknown): url is string {
  return typeof url === "string" && /^(https?:\/\/[^\s/]|mailto:\S|tel:\S|sms:\S)/i.test(url);
}

/** True for URLs that start another app (mail, phone) and would leave a blank tab behind. */
export function opensExternalApp(url: string): boolean {
  return /^(mailto|tel|sms):/i.test(url);
}

export function pagesUrlOf(home: Pick<PageHome, "publicUrl" | "pagesUrl">): string {
  return home.pagesUrl ?? home.publicUrl;
}

export function canonicalUrl(view: Pick<PageView, "username" | "domain">, home: PageHome): string {
  return pageUrl(view, pagesUrlOf(home));
}

export function originOf(view: Pick<PageView, "domain">, home: PageHome): string {
  return pageOrigin(view, pagesUrlOf(home));
}

/** Returns a full URL, for share tags that are read elsewhere. */
export function absoluteUrl(address: string, publicUrl: string): string {
  return address.startsWith("/") ? publicUrl + address : address;
}
