import type { Fingerprint } from "#src/features/referrals/contract.ts";
import type { Attribution } from "../attribution.ts";

/** What the abuse check compares (spec §7). The server keeps a keyed hash of it for 30 days. */
export function fingerprintOf({ originalUrl, referrer }: Attribution): Fingerprint {
  const { userAgent, language, platform, cookieEnabled, doNotTrack } = navigator;
  const seen = {
    userAgent,
    language,
    platform,
    screenResolution: `${screen.width}x${screen.height}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    doNotTrack: doNotTrack ?? "",
    originalUrl: originalUrl ?? "",
    referrer: referrer ?? "",
  };
  const short = Object.entries(seen).map(([name, text]) => [name, text.slice(0, TEXT_CHARS_MAX)]);
  return { ...Object.fromEntries(short), cookieEnabled };
}

const TEXT_CHARS_MAX = 500;
