/* The dashboard shows these texts. */
import { type MergeContact, toMergeContact } from "#src/features/audience/contacts/rules.ts";

/** An e-mail's source: every part may contain merge tags. */
export interface Content {
  subject: string;
  /** The text that inboxes show after the subject. */
  preheader: string;
  html: string;
  /** Empty: generated from the HTML. */
  text: string;
}

/** Where a campaign or the like has a subject or a preview text of its own, it wins. */
export function withOwnHead<Parts extends { subject: string; preheader: string }>(
  parts: Parts,
  { subject, preheader }: { subject: string; preheader: string },
): Parts {
  return { ...parts, subject: subject || parts.subject, preheader: preheader || parts.preheader };
}

/** The words in a text's HTML, without its tags. */
export const visibleText = (html: string): string =>
  html
    // Marks within a sentence: “the end</a>.” has no space in front of the period.
    .replace(/<\/?(?:a|b|em|i|s|span|strong|u)(?: [^<>]*)?>/g, "")
    .replace(/<[^<>]*>|&nbsp;/g, " ")
    .replace(/\s+/g, " ")
    .trim();

export const PARTS = ["subject", "preheader", "html", "text"] as const;
export type Part = (typeof PARTS)[number];

/** A problem with an e-mail. `stop`: it can't be sent like this. */
export interface Finding {
  severity: "stop" | "warning";
  message: string;
  where: Part;
  line?: number | undefined;
  /** The replacement that fixes it, wherever it occurs. */
  fix?: Fix | undefined;
}

export interface Fix {
  from: string;
  to: string;
}

export const SUBJECT_CHARS_MAX = 200;
export const PREHEADER_CHARS_MAX = 300;
/** Far more than inboxes show, and little enough to check in an instant. */
export const HTML_CHARS_MAX = 400_000;
/** Gmail truncates longer e-mail. */
export const CLIPPED_BYTES = 102 * 1024;

/** Merge tags with their meaning, in the order of pickers. Custom fields follow. */
export const MERGE_TAGS = [
  { name: "contact.first_name", label: "First name", fallback: "there" },
  { name: "contact.name", label: "Full name", fallback: "friend" },
  { name: "contact.email", label: "E-mail address" },
  { name: "contact.phone", label: "Phone number" },
  { name: "contact.country", label: "Country" },
  { name: "contact.tags", label: "Tags" },
  { name: "sender.name", label: "Your name" },
  { name: "sender.postal_address", label: "Your postal address" },
  { name: "unsubscribe_url", label: "Link to unsubscribe" },
  { name: "preferences_url", label: "Link to preferences" },
  { name: "view_in_browser_url", label: "Link to view it in a browser" },
] as const;

/** Names that merge tags may use besides `MERGE_TAGS` and `contact.fields.…`. */
export const OTHER_TAG_NAMES = ["contact.id", "contact", "contact.fields", "sender"] as const;

export const NAME_CHARS_MAX = 120;
export const TEXT_CHARS_MAX = 100_000;
export const BLOCKS_MAX = 100;
/** An attached file without its content. */
export interface Attachment {
  id: string;
  name: string;
  type: string;
  bytes: number;
}

export const ATTACHMENTS_MAX = 10;
/** The total of an e-mail's files, which inboxes and sending accounts accept without trouble. */
export const ATTACHMENTS_BYTES_MAX = 5 * 1024 * 1024;
/** The limit of attachments being sent at a time. Each is in memory several times during that. */
const ON_THE_WAY_BYTES_MAX = 10 * 1024 * 1024;
/** Beyond this, a link is kinder. */
export const ATTACHMENTS_HEAVY_BYTES = 1024 * 1024;
/** The total of all files that an account has uploaded. */
export const FILES_BYTES_MAX = 200 * 1024 * 1024;
export const FILES_MAX = 1000;

/** Returns how many e-mails with such files may be in progress at once. */
export function concurrentSends(
  most: number,
  files: readonly (readonly { bytes: number }[] | undefined)[],
): number {
  const heaviest = Math.max(1, ...files.map((of = []) => of.reduce((sum, { bytes }) => sum + bytes, 0)));
  return Math.min(most, Math.max(1, Math.floor(ON_THE_WAY_BYTES_MAX / heaviest)));
}

export function formatFileSize(bytes: number): string {
  const mb = bytes / 1024 / 1024;
  return mb >= 1 ? `${mb.toFixed(1).replace(".0", "")} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

/** The total of an e-mail's pictures, because phones load them over weak networks. */
export const PICTURES_HEAVY_BYTES = 1024 * 1024;

export function attachmentFindings(files: readonly { bytes: number }[]): Finding[] {
  const sum = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (sum <= ATTACHMENTS_HEAVY_BYTES) return [];
  const message = `The attachments add ${formatFileSize(sum)} to every e-mail. A link to the files gets through more easily.`;
  return [{ severity: "warning", where: "html", message }];
}

/** The mark of a platform without its own. */
export const FALLBACK_MARK = "website";

/** The limit of the text after a countdown. More isn't legible. */
export const COUNTDOWN_CHARS_MAX = 60;
export const TEMPLATES_MAX = 500;
export const SNIPPETS_MAX = 100;
/** The newest ones stay. */
export const VERSIONS_KEPT = 50;
/** An editor without a heartbeat for this long is gone. Browsers let hidden tabs run once a minute. */
export const EDITING_LOCK_SECONDS = 90;
/** The interval at which an open editor renews its lock, and learns who took over. */
export const EDITING_HEARTBEAT_SECONDS = 15;

export const MODES = ["blocks", "html", "markdown"] as const;
export type Mode = (typeof MODES)[number];

export interface Theme {
  background: string;
  card: string;
  text: string;
  accent: string;
  accent_text: string;
  font: FontName;
  /** The radius of the corners of the card and of buttons, in pixels. */
  radius: number;
}

/** Fonts that every mail program has. */
export const FONTS = {
  sans: "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  serif: "Georgia,'Times New Roman',serif",
  mono: "Menlo,Consolas,'Courier New',monospace",
} as const;
export type FontName = keyof typeof FONTS;

export const DEFAULT_THEME: Theme = {
  background: "#f4f4f5",
  card: "#ffffff",
  text: "#27272a",
  accent: "#6d28d9",
  accent_text: "#ffffff",
  font: "sans",
  radius: 12,
};

/** An e-mail in which nothing is written yet. */
export const EMPTY_PARTS = {
  subject: "",
  preheader: "",
  mode: "blocks" as Mode,
  blocks: [],
  source: "",
  text: "",
  theme: DEFAULT_THEME,
  attachments: [] as Attachment[],
};

/** Kinds of unusual contacts: no name, a long one, another direction, markup or emoji, or missing fields. */
export const EDGE_CASES = ["nameless", "long", "rtl", "html", "bare"] as const;
export type EdgeCase = (typeof EDGE_CASES)[number];
export type SampleKey = "ordinary" | EdgeCase;

/** Made-up people for previews: first an ordinary one, then an unusual one of each kind. */
export const SAMPLES: readonly { key: SampleKey; label: string; contact: MergeContact }[] = [
  { key: "ordinary", label: "Mia Lund", contact: sample({ name: "Mia Lund", email: "mia@example.com" }) },
  { key: "nameless", label: "No name", contact: sample({ name: "", email: "fan2048@example.com" }) },
  {
    key: "long",
    label: "A very long name",
    contact: sample({
      name: "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Maximilian-Theodore de la Rosa y Montenegro",
      email: "wolfe@example.com",
    }),
  },
  {
    key: "rtl",
    label: "Right to left",
    contact: sample({ name: "فاطمة الزهراء", email: "fatima@example.com" }),
  },
  {
    key: "html",
    label: "HTML in the name",
    contact: sample({ name: '<b>Bobby</b> "Tables" & Sons', email: "bobby@example.com" }),
  },
  { key: "bare", label: "Nothing but a name", contact: sample({ name: "Ada", email: "ada@example.com" }) },
];

function sample({ name, email }: { name: string; email: string }): MergeContact {
  return toMergeContact({ id: "", email, name, phone: null, country: "UNKNOWN", tags: [], fields: {} });
}

const COPY_MARK = " (copy)";

/** Nobody: the reader of an e-mail as a page. */
export const ANONYMOUS_CONTACT: MergeContact = {
  id: "",
  email: "",
  name: "",
  first_name: "",
  phone: null,
  country: "UNKNOWN",
  tags: [],
  fields: {},
};

export function copyName(name: string): string {
  return name.slice(0, NAME_CHARS_MAX - COPY_MARK.length).toWellFormed() + COPY_MARK;
}
