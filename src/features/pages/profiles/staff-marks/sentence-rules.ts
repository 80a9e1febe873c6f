import * as z from "zod";
import { STAFF_MARKS, type StaffMarkName } from "./mark-rules.ts";

export const markPayload = z.object({
  mark: z.enum(STAFF_MARKS),
  /** False if the mark was taken off. */
  is_on: z.boolean(),
  count: z.number(),
  reason: z.string(),
  /** Where all of the links lead, if that's why. */
  host: z.string().nullable().default(null),
  /** The page that it's about, if it's one. */
  profile_id: z.string().nullable().default(null),
});
export type MarkPayload = z.output<typeof markPayload>;

/** What was done to one thing, to several, and to those that lead to a host. */
interface Done {
  one: string;
  many(count: string): string;
  toHost?(count: string, host: string): string;
}

type Sentences = Readonly<Record<StaffMarkName, Readonly<Record<"on" | "off", Done>>>>;

export const PAGE_SENTENCES: Sentences = {
  hidden: {
    on: { one: "Hid a page", many: (count) => `Hid ${count} pages` },
    off: { one: "Showed a page again", many: (count) => `Showed ${count} pages again` },
  },
  adult: {
    on: {
      one: "Labeled a page as adult content",
      many: (count) => `Labeled ${count} pages as adult content`,
    },
    off: {
      one: "Took the adult label off a page",
      many: (count) => `Took the adult label off ${count} pages`,
    },
  },
};

export const LINK_SENTENCES: Sentences = {
  hidden: {
    on: {
      one: "Hid a link",
      many: (count) => `Hid ${count} links`,
      toHost: (count, host) => `Hid links to ${host} (${count})`,
    },
    off: {
      one: "Showed a link again",
      many: (count) => `Showed ${count} links again`,
      toHost: (count, host) => `Showed links to ${host} again (${count})`,
    },
  },
  adult: {
    on: {
      one: "Labeled a link as adult content",
      many: (count) => `Labeled ${count} links as adult content`,
    },
    off: {
      one: "Took the adult label off a link",
      many: (count) => `Took the adult label off ${count} links`,
    },
  },
};

/** What staff did to pages or links of an account, and why. */
export function markSentence(
  sentences: Sentences,
  { mark, is_on, count, reason, host }: { readonly [Key in keyof MarkPayload]?: unknown },
  locale: string,
): string {
  const done = sentences[mark === "adult" ? "adult" : "hidden"][is_on === false ? "off" : "on"];
  const what = doneTo(done, typeof count === "number" ? count : 1, { host, locale });
  return typeof reason === "string" ? `${what}: ${reason}` : what;
}

function doneTo(
  { one, many, toHost }: Done,
  count: number,
  { host, locale }: { host: unknown; locale: string },
) {
  const number = count.toLocaleString(locale);
  if (typeof host === "string" && toHost) return toHost(number, host);
  return count === 1 ? one : many(number);
}
