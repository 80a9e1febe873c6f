/*
 * What the figures of e-mail mean (email.md 5.11). Everything about opens and clicks is people's; what machines
 * did is beside it.
 */

/** Counts about e-mail that was sent in a period, whenever the rest happened. */
export interface Counts {
  sent: number;
  /** Refused for good at the hand-over, so never sent. */
  refused: number;
  delivered: number;
  bounced_hard: number;
  bounced_soft: number;
  complained: number;
  /** Delivered to hosts that report complaints. */
  delivered_reporting: number;
  /** Delivered by campaigns whose opens and clicks are counted. */
  delivered_tracked: number;
  replied: number;
  unsubscribed: number;
  /** People, however often they did it. */
  opened: number;
  machine_opened: number;
  clicked: number;
  machine_clicked: number;
}

/** From 0 to 1, and null where there's nothing to divide by. */
export interface Rates {
  delivery: number | null;
  open: number | null;
  /** CTR: people who clicked, of what was delivered and tracked. */
  click: number | null;
  /** CTOR: people who clicked, of those who opened. */
  click_to_open: number | null;
  bounce_hard: number | null;
  bounce_soft: number | null;
  complaint: number | null;
  unsubscribe: number | null;
  reply: number | null;
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);

export function ratesOf(counts: Counts): Rates {
  const { sent, delivered, delivered_tracked: tracked, opened, clicked } = counts;
  return {
    delivery: share(delivered, sent),
    open: share(opened, tracked),
    click: share(clicked, tracked),
    click_to_open: share(clicked, opened),
    bounce_hard: share(counts.bounced_hard, sent),
    bounce_soft: share(counts.bounced_soft, sent),
    complaint: share(counts.complained, counts.delivered_reporting),
    unsubscribe: share(counts.unsubscribed, delivered),
    reply: share(counts.replied, delivered),
  };
}

/** Hosts whose operators report complaints to senders. Any other that ever did counts, too. Gmail doesn't. */
export const REPORTING_HOSTS: readonly string[] = [
  ..."yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca ymail.com rocketmail.com aol.com".split(
    " ",
  ),
  ..."outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es live.com msn.com".split(
    " ",
  ),
  ..."comcast.net cox.net fastmail.com fastmail.fm laposte.net orange.fr wanadoo.fr sfr.fr free.fr".split(
    " ",
  ),
  ..."libero.it mail.ru list.ru bk.ru inbox.ru yandex.ru seznam.cz telenet.be terra.com.br uol.com.br".split(
    " ",
  ),
];

/** Shorter periods are drawn by the hour. */
export const HOURLY_DAYS = 7;
export const COMPARED_MAX = 4;
/** Rows of each list on the screen, and in a file. */
export const ROWS_MAX = 50;
export const EXPORT_ROWS_MAX = 10_000;

/** Where a numbered link of a campaign leads until it's written for somebody. The same as in `campaigns`. */
const NUMBERED_ANCHOR = /<a\b([^>]*?)\bhref="https:\/\/link\.invalid\/(\d+)"([^>]*)>([\s\S]*?)<\/a>/gi;

/**
 * An e-mail with the number of people's clicks at each of its counted links, which lead nowhere then.
 * `clicks` are by the links' numbers.
 */
export function withClicks(html: string, clicks: readonly number[]): string {
  return html.replace(NUMBERED_ANCHOR, (whole, ...parts: string[]) => {
    const [before = "", number, after = "", inside = ""] = parts;
    const count = clicks[Number(number)];
    if (count === undefined) return whole;
    return `<a${before}${after}>${inside}</a><span style="${BADGE}">${count}</span>`;
  });
}

const BADGE =
  "display:inline-block;margin:0 4px;padding:1px 7px;border-radius:9px;background:#5f3dc4;color:#ffffff;font:bold 12px/16px sans-serif;vertical-align:middle;text-decoration:none";
