/** Buttons that share a page instead of leading anywhere. */
const SHARES: readonly RegExp[] = [
  /^(?:[a-z-]+\.)?facebook\.com\/(?:sharer|share\.php|dialog\/(?:share|send|feed))/,
  /^(?:twitter|x)\.com\/(?:intent|share)\b/,
  /^(?:api\.)?(?:whatsapp\.com\/send|wa\.me\/?)\/?\?(?:.*&)?text=/,
  /^reddit\.com\/submit\b/,
  /^linkedin\.com\/(?:share|sharing|shareArticle)/i,
  /^(?:social-plugins\.|lineit\.)?line\.me\/(?:lineit\/share|R\/msg|share)/i,
  /^(?:t|telegram)\.me\/share\b/,
  /^pinterest\.[a-z.]+\/pin\/create\b/,
  /^(?:tumblr\.com\/(?:share|widgets\/share))/,
];
const STORES = /^(?:apps|itunes)\.apple\.com\/|^play\.google\.com\/store\/apps\b/;
const LEGAL_PATH =
  /\/(?:privacy|privacy[-_]?policy|terms|terms[-_](?:of[-_](?:service|use)|and[-_]conditions)|tos|cookies?(?:[-_]policy)?|legal|imprint|impressum|report(?:[-_ ]?abuse)?|gdpr|dmca)\/?$/i;
const LEGAL_TITLE =
  /^(?:privacy(?: (?:policy|notice))?|terms(?: (?:of (?:service|use)|(?:&|and) conditions))?|cookie (?:policy|preferences|settings)|report(?: (?:abuse|this page|a violation))?|imprint|impressum)$/i;

interface Suspect {
  url: URL;
  title: string;
  /** The address of the page it was found on. */
  page: URL | undefined;
  /** The hosts of the service that the page is from. */
  hosts: readonly string[];
}

const bareHost = ({ hostname }: URL) => hostname.toLowerCase().replace(/^www\./, "");
const isBelow = (host: string, other: string) => host === other || host.endsWith(`.${other}`);

/** True for what services put on every page: sharing, themselves, their apps, and their terms. */
export function isNoise({ url, title, page, hosts }: Suspect): boolean {
  if (!/^https?:$/.test(url.protocol)) return false;
  const host = bareHost(url);
  const target = `${host}${url.pathname}${url.search}`;
  if (SHARES.some((pattern) => pattern.test(target))) return true;
  if (hosts.some((own) => isBelow(host, own)) && !isProductPage(url)) return true;
  if (page !== undefined && host === bareHost(page) && !isProductPage(url)) return true;
  if (
    LEGAL_TITLE.test(title.trim()) ||
    (LEGAL_PATH.test(url.pathname) && title.trim().split(/\s+/).length < 4)
  )
    return true;
  // Musicians and makers of apps link to stores, too: only the services' own badges have no words.
  return (
    STORES.test(target) &&
    (title.trim() === "" || /^(?:get it on|download on|app store|google play)/i.test(title.trim()))
  );
}

/** Shops have a creator's products on their own host. */
const isProductPage = ({ hostname, pathname }: URL) =>
  hostname.endsWith("stan.store") && /\/p\//.test(pathname);
