import type { Machine } from "#src/features/email/delivery/rules.ts";

export const CAMPAIGN_STATES = [
  "draft",
  "scheduled",
  "missed",
  "preparing",
  "sending",
  "paused",
  "auto_paused",
  "sent",
  "canceled",
  "failed",
] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/**
 * `missed`: nothing was running at the scheduled time. `auto_paused`: too much went wrong. `failed`: it
 * couldn't start, and nobody has gotten anything. The only way out of `sent` is that people retry failed
 * messages.
 */
export const CAMPAIGN_TRANSITIONS: Machine<CampaignState> = {
  draft: ["scheduled", "preparing"],
  scheduled: ["draft", "missed", "preparing"],
  missed: ["draft", "preparing"],
  preparing: ["sending", "failed", "canceled"],
  sending: ["paused", "auto_paused", "sent", "canceled"],
  paused: ["sending", "canceled"],
  auto_paused: ["sending", "canceled"],
  sent: ["sending"],
  canceled: [],
  failed: ["draft"],
};

/** What a campaign says: blocks or HTML of its own, or a template. */
export const CAMPAIGN_MODES = ["blocks", "template", "html"] as const;
export type CampaignMode = (typeof CAMPAIGN_MODES)[number];

const CONTENT_FIELDS = [
  "mode",
  "template_id",
  "subject",
  "preheader",
  "html",
  "blocks",
  "theme",
  "attachments",
] as const;
type ContentField = (typeof CONTENT_FIELDS)[number];

/** What a campaign says, whichever way. A copy of it says the same. */
export function saidBy<Row extends Record<ContentField, unknown>>(row: Row): Pick<Row, ContentField> {
  return Object.fromEntries(CONTENT_FIELDS.map((field) => [field, row[field]])) as Pick<Row, ContentField>;
}

export const EDITABLE_STATES: readonly CampaignState[] = ["draft", "scheduled", "missed", "failed"];

/**
 * A campaign that couldn't start on time still does within this time, or its account's own limit. Afterwards,
 * the owner decides.
 */
export const LATE_MINUTES = 60;
export const LATE_MINUTES_MIN = 15;
export const LATE_MINUTES_MAX = 24 * 60;
export function isMissed(scheduledAt: string, now: Date, lateMinutes: number): boolean {
  return now.getTime() - Date.parse(scheduledAt) > lateMinutes * 60_000;
}

export const EVERY = ["day", "week", "month"] as const;
export type Every = (typeof EVERY)[number];
export const SERIES_STATES = ["active", "paused", "ended"] as const;
/** The maximum number of runs that a series may be limited to. */
export const SERIES_RUNS_MAX = 1000;
export type SeriesState = (typeof SERIES_STATES)[number];

/**
 * A campaign can be resent only when it has been over for this long, and only to people without a more recent
 * e-mail.
 */
export const RESEND_HOURS_MIN = 48;

/** The largest share of a sending account in proportion to a campaign's others. */
export const SHARE_MAX = 1000;

export const SCHEDULED_DAYS_MAX = 365;
/** More than anyone writes at a time. */
export const DRAFTS_MAX = 500;
export const CAMPAIGN_NAME_CHARS_MAX = 120;
export const SUBJECT_CHARS_MAX = 200;
export const HTML_CHARS_MAX = 200_000;

/** The most versions of a campaign in a test. The first one is the campaign as it's written. */
export const VERSIONS_MAX = 5;
export const versionLetter = (index: number): string => "ABCDE"[index] ?? "";

export const FIRST_REVIEWS = ["waiting", "fine", "stopped"] as const;
export type FirstReview = (typeof FIRST_REVIEWS)[number];
export const STAFF_REASON_CHARS_MAX = 500;

/** Merge tags that reveal little about a reader: names, and values that are the same for everybody. */
const HARMLESS_TAGS =
  /\{\{\s*(?:contact\.(?:name|first_name)(?:\s*\|\s*default:\s*(?:"[^"{}]*"|'[^'{}]*'))?|sender\.(?:name|postal_address)|unsubscribe_url|preferences_url|view_in_browser_url)\s*\}\}/g;

/**
 * True if readers may get different texts. Quoted braces don't end a tag, so anything not known to be
 * harmless counts.
 */
export function mayVary(written: string): boolean {
  return /\{[{%]/.test(written.replace(HARMLESS_TAGS, ""));
}
