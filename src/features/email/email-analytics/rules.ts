/** What e-mail is sent by. What programs send is kept for 30 days, so older figures lack it. */
export const MAIL_KINDS = ["campaigns", "sequences", "rules", "transactional"] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Shorter periods are drawn by the hour. */
export const HOURLY_DAYS = 7;
export const COMPARED_MAX = 4;
/** The maximum number of rows in each list, on the screen and in a file. */
export const ROWS_MAX = 50;
export const EXPORT_ROWS_MAX = 10_000;

/** Sanitized HTML quotes attributes, and has neither `<` nor `>` in them. */
const ANCHOR_TAG = /<a(?:rea)?\b[^<>]*>|<\/a>/gi;
const URL_OF_ANCHOR = /\shref\s*=\s*(?:"[^"]*"|'[^']*')/gi;
/** The placeholder of a numbered link until it's rendered for a recipient. Must match `campaigns`. */
const NUMBER_OF_ANCHOR = /\shref="https:\/\/link\.invalid\/(\d+)"/i;

/**
 * Returns an e-mail with the number of people's clicks at each of its counted links. It's a picture: links
 * are removed, so that the keyboard doesn't stop at any. `clicks` are by the links' numbers.
 */
export function withClicks(html: string, clicks: readonly number[]): string {
  let count: number | undefined;
  return html.replace(ANCHOR_TAG, (tag) => {
    if (tag.startsWith("</")) {
      const badge = count === undefined ? "" : `<span style="${BADGE}">${count}</span>`;
      count = undefined;
      return tag + badge;
    }
    if (/^<area/i.test(tag)) return tag.replace(URL_OF_ANCHOR, "");
    const number = NUMBER_OF_ANCHOR.exec(tag)?.[1];
    count = number === undefined ? undefined : clicks[Number(number)];
    return tag.replace(URL_OF_ANCHOR, "");
  });
}

const BADGE =
  "display:inline-block;margin:0 4px;padding:1px 7px;border-radius:9px;background:#5f3dc4;color:#ffffff;font:bold 12px/16px sans-serif;vertical-align:middle;text-decoration:none";
