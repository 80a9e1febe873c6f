const MEGABYTE = 1024 * 1024;
export const IMPORT_BYTES_MAX = 200 * MEGABYTE;
/** Files are sent in parts, so that a lost connection costs one of them. */
export const PART_BYTES_MAX = 4 * MEGABYTE;
export const UNDO_DAYS = 30;
/** Rows with problems that are listed. All of them are counted. */
export const PROBLEMS_MAX = 10_000;
/** A longer row is a missing quote, which would swallow the rest of the file. */
export const ROW_CHARS_MAX = MEGABYTE;
export const COLUMNS_MAX = 200;
export const SAMPLE_ROWS = 5;

export const IMPORT_STATES = [
  "uploading",
  "uploaded",
  "validating",
  "ready",
  "running",
  "paused",
  "done",
  "done_with_errors",
  "cancelled",
  "failed",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Where each state leads. */
const MOVES: Readonly<Record<ImportState, readonly ImportState[]>> = {
  uploading: ["uploaded", "failed", "cancelled"],
  uploaded: ["validating", "cancelled"],
  validating: ["ready", "failed", "cancelled"],
  ready: ["validating", "running", "cancelled"],
  running: ["paused", "done", "done_with_errors", "failed", "cancelled"],
  paused: ["running", "cancelled"],
  done: ["undoing"],
  done_with_errors: ["undoing"],
  cancelled: ["undoing"],
  failed: ["undoing"],
  undoing: ["undone"],
  undone: [],
};

export function mayMove(from: ImportState, to: ImportState): boolean {
  return MOVES[from].includes(to);
}

/** States in which a job is at work. */
export const WORKING_STATES = ["validating", "running", "undoing"] as const satisfies readonly ImportState[];

/** What happens to contacts who are already there: their values are replaced, stay, or stay and are completed. */
export const IMPORT_MODES = ["update", "skip", "append"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** How many rows became what. */
export interface ImportCounts {
  rows: number;
  added: number;
  updated: number;
  /** Already there as they are, or twice in the file. */
  unchanged: number;
  left_out: number;
  /** Of those who were added or updated: they get no e-mail, because their address is suppressed. */
  suppressed: number;
}

export const NO_COUNTS: ImportCounts = {
  ...{ rows: 0, added: 0, updated: 0 },
  ...{ unchanged: 0, left_out: 0, suppressed: 0 },
};

/** What a column can hold. A field of the account's own is `field:` and its key. */
export const TARGETS = [
  "email",
  "name",
  "first_name",
  "last_name",
  "phone",
  "country",
  "tags",
  "signed_up_at",
  "subscribed",
] as const;
export type Target = (typeof TARGETS)[number] | `field:${string}`;

/**
 * Headers by which other products' exports are recognized, letters and digits only: Mailchimp, Kit, Ghost,
 * listmonk, Mautic, Shopify, Beehiiv, and what people write by hand.
 */
const HEADERS: Readonly<Record<(typeof TARGETS)[number], string>> = {
  email:
    "email emailaddress mail mailaddress subscriberemail emailaddresses adressemail correo correoelectronico",
  name: "name fullname displayname contactname subscribername nombre nom",
  first_name: "firstname first fname givenname vorname prenom",
  last_name: "lastname last lname surname familyname nachname",
  phone: "phone phonenumber mobile mobilephone mobilenumber cell telephone tel defaultaddressphone telefon",
  country: "country countrycode cc defaultaddresscountrycode addresscountry land",
  tags: "tags tag labels segments lists",
  signed_up_at:
    "optintime confirmtime createdat created subscribedat signupdate dateadded createddate subscriptiondate joined joinedat",
  subscribed:
    "subscribed status subscribedtoemails acceptsemailmarketing acceptsmarketing emailmarketingconsent subscriptionstatus state",
};

const TARGET_OF = new Map(
  TARGETS.flatMap((target) => HEADERS[target].split(" ").map((word) => [word, target] as const)),
);

/** The key of a field that's called like a column. Undefined if there's nothing to make one of. */
export function fieldKeyOf(header: string): string | undefined {
  const word = header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_$/g, "");
  return word.slice(0, FIELD_KEY_CHARS_MAX) || undefined;
}
const FIELD_KEY_CHARS_MAX = 50;

/** A header or a name as it's compared. */
const plain = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** What each column probably holds, or null. No two columns hold the same. Own fields go by key or by label. */
export function guessTargets(
  headers: readonly string[],
  fields: readonly { key: string; label: string }[],
): (Target | null)[] {
  const taken = new Set<Target>();
  return headers.map((header) => {
    const word = plain(header);
    const isIt = ({ key, label }: { key: string; label: string }) =>
      word !== "" && (plain(key) === word || plain(label) === word);
    const key = fields.find(isIt)?.key;
    const target = TARGET_OF.get(word) ?? (key === undefined ? undefined : (`field:${key}` as const));
    if (target === undefined || taken.has(target)) return null;
    taken.add(target);
    return target;
  });
}

const DELIMITERS = [",", ";", "\t", "|", ":"] as const;

/**
 * The character that separates a file's cells: whichever splits its first lines into the most columns of the same
 * number. Quoted text doesn't count.
 */
export function guessDelimiter(text: string): string {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
    .slice(0, 20);
  const scores = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const [first = 0] = counts;
    return { delimiter, score: first * counts.filter((count) => count === first).length };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

const NO =
  /^(?:false|no|n|0|unsubscribed|cleaned|bounced|complained|blocklisted|disabled|inactive|cancelled|canceled|unconfirmed|pending|not_subscribed|nein|non)$/i;

/** False for what other products write about people who don't want e-mail, or haven't confirmed it yet. */
export function isSubscribed(text: string): boolean {
  return !NO.test(text.trim());
}

/** Tags in one cell, separated by commas, semicolons, or bars, with or without quotes. */
export function parseTags(text: string): string[] {
  const tags = text.split(/[,;|]/).map((tag) => tag.replaceAll('"', "").trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/** The moment that a cell names, in UTC where it says no zone. Undefined for anything else, and the future. */
export function parseMoment(text: string, now: Date): string | undefined {
  const trimmed = text.trim();
  if (!/\d{4}/.test(trimmed)) return undefined;
  const isZoned = /(?:z|utc|gmt|[+-]\d{2}:?\d{2})$/i.test(trimmed);
  const time = Date.parse(isZoned || !/\d:\d/.test(trimmed) ? trimmed : `${trimmed}Z`);
  if (Number.isNaN(time) || time > now.getTime() || time < 0) return undefined;
  return new Date(time).toISOString();
}
