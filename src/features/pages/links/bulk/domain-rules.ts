/* Domains in the addresses of links. */
import { checkUrl } from "#src/lib/url.ts";

const HOST = /^(https?:\/\/(?:[^/?#@]*@)?)([^/?#:]+)/i;

/** Replaces the domain of an address, or leaves it if that's another. */
export function withDomain(url: string, { from, to }: { from: string; to: string }): string {
  return url.replace(HOST, (whole, before: string, host: string) => {
    const stored = host.toLowerCase();
    if (stored === from) return before + to;
    return stored === `www.${from}` ? `${before}www.${to}` : whole;
  });
}

/** Returns a domain as addresses have it; undefined if it isn't one. */
export function parseDomain(typed: string): string | undefined {
  const checked = checkUrl(
    `https://${typed
      .trim()
      .replace(/^https?:\/\//i, "")
      .replace(/\/$/, "")}`,
  );
  if (!checked.ok) return undefined;
  const { hostname, pathname, search, hash, port, username } = new URL(checked.url);
  const isBare = pathname === "/" && search + hash + port + username === "";
  return isBare && hostname.includes(".") ? hostname : undefined;
}
