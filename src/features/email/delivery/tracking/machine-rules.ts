/* Signs of machine opens and clicks (email.md 5.11), the same for figures, timelines, and files. */

/** Measured from sending. A person couldn't have read the e-mail by then. */
const FAST_MS = 2_000;
/** A person doesn't open so many different links at once. */
const BURST_LINKS = 3;
export const BURST_MS = 2_000;

export interface ClickSigns {
  handedOverAt: string;
  at: string;
  /** The number of different links of one message opened within `BURST_MS` of this click, itself included. */
  linksAround: number;
  isScanner: boolean;
  /** Set if the message's hidden link was opened, which only programs find. */
  isTrapped: boolean;
}

/**
 * A click is a machine's if two of three signs are present: too fast, too many links at once, a scanner's
 * user agent. Once its hidden link was opened, all of a message's clicks are.
 */
export function isMachineClick({ handedOverAt, at, linksAround, ...signs }: ClickSigns): boolean {
  const { isScanner, isTrapped } = signs;
  if (isTrapped) return true;
  const isFast = Date.parse(at) - Date.parse(handedOverAt) < FAST_MS;
  return [isFast, linksAround >= BURST_LINKS, isScanner].filter(Boolean).length >= 2;
}

interface OpenSigns extends Pick<ClickSigns, "handedOverAt" | "at" | "isScanner"> {
  /** Set if an inbox provider loads the picture for the person who opens the e-mail. */
  isProxy: boolean;
}

/** Providers that prefetch pictures do so when they receive the e-mail. */
const PREFETCHED_MS = 10_000;

/**
 * An open is a machine's if it came too fast, or from a program that loads pictures whether or not anyone
 * looks.
 */
export function isMachineOpen({ handedOverAt, at, isScanner, isProxy }: OpenSigns): boolean {
  const fastMs = isProxy ? PREFETCHED_MS : FAST_MS;
  return isScanner || Date.parse(at) - Date.parse(handedOverAt) < fastMs;
}

/**
 * Programs that load every picture or open every link, besides those that identify as bots. Apple's sends
 * only `Mozilla/5.0`.
 */
const SCANNERS = /Barracuda|Mimecast|Proofpoint|SafeLinks|FireEye|Symantec|BingPreview|^Mozilla\/5\.0$|^$/i;
export function isScannerName(userAgent: string): boolean {
  return SCANNERS.test(userAgent);
}

/**
 * Gmail's and Yahoo's proxies fetch a picture when a person opens the e-mail, and hide the location and the
 * device.
 */
const PROXIES = /GoogleImageProxy|YahooMailProxy/i;
export function isPictureProxy(userAgent: string): boolean {
  return PROXIES.test(userAgent);
}
