/* What opens and clicks of machines look like (email.md 5.11), the same for figures, timelines and files. */

/** After the hand-over, before anybody could have looked. */
const FAST_MS = 2_000;
/** Nobody opens so many different links at once. */
const BURST_LINKS = 3;
export const BURST_MS = 2_000;

export interface ClickSigns {
  handedOverAt: string;
  at: string;
  /** Different links of one message that were opened within `BURST_MS` of this click, itself included. */
  linksAround: number;
  isScanner: boolean;
  /** Somebody opened the message's hidden link, which only programs find. */
  isTrapped: boolean;
}

/**
 * A click is a machine's if two of three signs say so: too fast, too many links at once, a scanner's name. All of
 * a message's are, once its hidden link was opened.
 */
export function isMachineClick({ handedOverAt, at, linksAround, ...signs }: ClickSigns): boolean {
  const { isScanner, isTrapped } = signs;
  if (isTrapped) return true;
  const isFast = Date.parse(at) - Date.parse(handedOverAt) < FAST_MS;
  return [isFast, linksAround >= BURST_LINKS, isScanner].filter(Boolean).length >= 2;
}

interface OpenSigns extends Pick<ClickSigns, "handedOverAt" | "at" | "isScanner"> {
  /** An inbox provider loads the picture for whoever opens the e-mail. */
  isProxy: boolean;
}

/** What a provider loads ahead of people, it loads as it takes the e-mail in. */
const PREFETCHED_MS = 10_000;

/** An open is a machine's if it came too fast, or from a program that loads pictures whether or not anybody looks. */
export function isMachineOpen({ handedOverAt, at, isScanner, isProxy }: OpenSigns): boolean {
  const fastMs = isProxy ? PREFETCHED_MS : FAST_MS;
  return isScanner || Date.parse(at) - Date.parse(handedOverAt) < fastMs;
}

/** Programs that load every picture or open every link, beside those that say they're bots. Apple's says only `Mozilla/5.0`. */
const SCANNERS = /Barracuda|Mimecast|Proofpoint|SafeLinks|FireEye|Symantec|BingPreview|^Mozilla\/5\.0$|^$/i;
export function isScannerName(userAgent: string): boolean {
  return SCANNERS.test(userAgent);
}

/** Gmail's and Yahoo's proxies fetch a picture when a person opens the e-mail, and hide where and on what. */
const PROXIES = /GoogleImageProxy|YahooMailProxy/i;
export function isPictureProxy(userAgent: string): boolean {
  return PROXIES.test(userAgent);
}
