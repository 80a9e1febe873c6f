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

/** The address of a picture that the page's policy lets through (own path or https, `//` meaning https), else null. */
export function pictureUrl(url: string | null): string | null {
  const address = url?.trim() ?? "";
  if (/^\/\/[^/\s]/.test(address)) return `https:${address}`;
  return /^(https:\/\/[^\s/]|\/[^/\s\\])/i.test(address) ? address : null;
}

/** The same picture as a full address, for share tags that are read elsewhere. */
export function absoluteUrl(address: string, publicUrl: string): string {
  return address.startsWith("/") ? publicUrl + address : address;
}
