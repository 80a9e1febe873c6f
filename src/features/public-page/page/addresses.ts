import type { PageHome } from "./page-view.ts";

/**
 * True when a visitor may be sent to this address: http, https, mailto, tel or sms.
 * Rows are checked when they are written (spec §5); this is what keeps a broken one from becoming a link.
 */
export function isOpenable(url: unknown): url is string {
  return typeof url === "string" && /^(https?:\/\/[^\s/]|mailto:\S|tel:\S|sms:\S)/i.test(url);
}

/** True for addresses that start another program (mail, telephone) and would leave a blank tab behind. */
export function opensAnotherProgram(url: string): boolean {
  return /^(mailto|tel|sms):/i.test(url);
}

/** The path of a picture on this very host, else null: a page asks no other host for anything. */
export function pictureUrl(url: string | null): string | null {
  const path = url?.trim() ?? "";
  return /^\/[^/\s\\]/.test(path) ? path : null;
}

/** Where pages are: scheme and host. */
export function pagesUrlOf(home: Pick<PageHome, "publicUrl" | "pagesUrl">): string {
  return home.pagesUrl ?? home.publicUrl;
}

/** The same picture as a full address, for share tags that are read elsewhere. */
export function absoluteUrl(address: string, publicUrl: string): string {
  return address.startsWith("/") ? publicUrl + address : address;
}
