import * as z from "zod";
import { idSchema, storedText } from "#src/lib/endpoint.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { isWallTime } from "#src/lib/time-zones.ts";
import {
  ATTACHMENTS_MAX,
  BLOCKS_MAX,
  COUNTDOWN_CHARS_MAX,
  FONTS,
  type FontName,
  HTML_CHARS_MAX,
  MODES,
  PREHEADER_CHARS_MAX,
  SUBJECT_CHARS_MAX,
  TEXT_CHARS_MAX,
} from "../rules.ts";

const id = z.string().regex(/^[\w-]{1,60}$/);
const words = storedText(1000);
const rich = storedText(20_000);
const url = storedText(2048);
const align = z.enum(["left", "center", "right"]).default("left");
const color = z.string().regex(/^#[0-9a-f]{6}$/i, "Enter a hex color such as #6d28d9.");

const columnSchema = z.object({
  picture: url.default(""),
  alt: words.default(""),
  html: rich.default(""),
  label: words.default(""),
  url: url.default(""),
});
export type Column = z.output<typeof columnSchema>;

/** What needs neither a page nor a sender: it can be in e-mail of the instance, too. */
const bodyBlocks = [
  z.object({ id, type: z.literal("text"), html: rich, align }),
  z.object({
    id,
    type: z.literal("heading"),
    text: words,
    level: z.union([z.literal(1), z.literal(2)]).default(1),
    align,
  }),
  z.object({ id, type: z.literal("button"), label: words, url, align }),
  z.object({
    id,
    type: z.literal("picture"),
    picture: url,
    alt: words.default(""),
    url: url.default(""),
    /** In percent of the e-mail's width. */
    width: z.number().int().min(10).max(100).default(100),
    align,
  }),
  z.object({ id, type: z.literal("columns"), columns: z.tuple([columnSchema, columnSchema]) }),
  z.object({ id, type: z.literal("divider") }),
  /** A picture of the time left, drawn whenever someone looks. */
  z.object({
    id,
    type: z.literal("countdown"),
    /** The wall time of the end in the time zone. */
    ends: storedText(16).refine(isWallTime, "Enter a date and a time."),
    time_zone: storedText(100).refine(isTimeZone, "There’s no time zone by that name."),
    after: storedText(COUNTDOWN_CHARS_MAX).default(""),
    align,
  }),
] as const;
export const bodyBlockSchema = z.discriminatedUnion("type", bodyBlocks);
export type BodyBlock = z.output<typeof bodyBlockSchema>;

export const blockSchema = z.discriminatedUnion("type", [
  ...bodyBlocks,
  z.object({ id, type: z.literal("social"), profile_id: storedText(100) }),
  /** The profile's links at the time of sending. */
  z.object({
    id,
    type: z.literal("links"),
    profile_id: storedText(100),
    most: z.number().int().min(1).max(20).default(5),
  }),
  z.object({ id, type: z.literal("footer"), note: words.default("") }),
]);
export type Block = z.output<typeof blockSchema>;

export const attachmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: z.number(),
});

/** Files as forms name them, or as responses list them; only the id counts. */
export const namedFiles = z
  .array(attachmentSchema.partial().extend({ id: idSchema }))
  .max(ATTACHMENTS_MAX, "An e-mail has up to 10 attachments.");

const themeSchema = z.object({
  background: color,
  card: color,
  text: color,
  accent: color,
  accent_text: color,
  font: z.enum(Object.keys(FONTS) as [FontName, ...FontName[]]),
  radius: z.number().int().min(0).max(32),
});

export const partsSchema = z.object({
  subject: storedText(SUBJECT_CHARS_MAX, "This subject is too long."),
  preheader: storedText(PREHEADER_CHARS_MAX, "This preview text is too long."),
  mode: z.enum(MODES),
  blocks: z.array(blockSchema).max(BLOCKS_MAX, "An e-mail has up to 100 blocks."),
  source: storedText(HTML_CHARS_MAX, "This e-mail is too long."),
  /** Empty: generated from the rest. */
  text: storedText(TEXT_CHARS_MAX, "This text is too long."),
  theme: themeSchema,
  attachments: z.array(attachmentSchema),
});
/** Everything about an e-mail that a version stores. */
export type TemplateParts = z.output<typeof partsSchema>;
