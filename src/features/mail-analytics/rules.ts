/** Shorter periods are drawn by the hour. */
export const HOURLY_DAYS = 7;
export const COMPARED_MAX = 4;
/** Rows of each list on the screen, and in a file. */
export const ROWS_MAX = 50;
export const EXPORT_ROWS_MAX = 10_000;

/** Where a numbered link of a campaign leads until it's written for somebody. The same as in `campaigns`. */
const NUMBERED_ANCHOR = /<a\b([^>]*?)\bhref="https:\/\/link\.invalid\/(\d+)"([^>]*)>([\s\S]*?)<\/a>/gi;

const ANCHOR_WITH_URL = /(<a\b[^>]*?)\shref\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;

/**
 * An e-mail with the number of people's clicks at each of its counted links. It's a picture: no link leads anywhere,
 * so that the keyboard doesn't stop at any. `clicks` are by the links' numbers.
 */
export function withClicks(html: string, clicks: readonly number[]): string {
  const counted = html.replace(NUMBERED_ANCHOR, (whole, ...parts: string[]) => {
    const [before = "", number, after = "", inside = ""] = parts;
    const count = clicks[Number(number)];
    if (count === undefined) return whole;
    return `<a${before}${after}>${inside}</a><span style="${BADGE}">${count}</span>`;
  });
  return counted.replace(ANCHOR_WITH_URL, "$1");
}

const BADGE =
  "display:inline-block;margin:0 4px;padding:1px 7px;border-radius:9px;background:#5f3dc4;color:#ffffff;font:bold 12px/16px sans-serif;vertical-align:middle;text-decoration:none";
