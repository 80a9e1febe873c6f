import * as z from "zod";
import { cleanText, isBlank } from "#src/lib/text.ts";

/* What's on a page besides links: each kind of block with its content. */

export const LINK_KINDS = [
  "link",
  "heading",
  "text",
  "picture",
  "gallery",
  "spacer",
  "embed",
  "contact_card",
  "map",
  "faq",
  "group",
  "countdown",
  "newsletter",
  "support",
] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** How a link looks: a row, a large card, or half as wide, next to another. */
export const LAYOUTS = ["row", "featured", "grid"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** What draws the eye to a link, in browsers that aren't asked for less motion. */
export const ANIMATIONS = ["pulse", "shake", "glow"] as const;
export type Animation = (typeof ANIMATIONS)[number];

/** Apart from those of links, so that the list of links doesn't load them first. */
export const BLOCK_ERRORS = {
  BLOCK_TITLE_REQUIRED: { status: 400, message: "Give this block a title." },
  /** The message is that of the field. */
  CONTENT_INVALID: { status: 400, message: "Check the content of this block." },
  PICTURE_REQUIRED: { status: 400, message: "Choose a picture." },
  PICTURE_INVALID: { status: 400, message: "Choose a picture, or enter the URL of one." },
  EMBED_UNKNOWN: {
    status: 400,
    message:
      "Enter the URL of a video, a track, or a post on YouTube, Vimeo, Spotify, SoundCloud, TikTok, or Instagram.",
  },
  SUPPORT_UNKNOWN: {
    status: 400,
    message: "Enter the URL of your page on Ko-fi, Buy Me a Coffee, PayPal.me, or Stripe.",
  },
  OPTION_UNAVAILABLE: {
    status: 400,
    message: "Only links can have an A/B test, location rules, or an adult warning.",
  },
  GROUP_INVALID: {
    status: 400,
    message: "Choose a group of this page. A group can’t be in another one.",
  },
  NEWSLETTER_TWICE: { status: 409, message: "This page already has a sign-up form." },
  BLOCK_LIMIT: { status: 409, message: "A page holds up to 300 links and blocks." },
} as const;

export const GALLERY_PICTURES_MAX = 12;
export const FAQ_ITEMS_MAX = 30;
export const AMOUNTS_MAX = 4;
export const BLOCK_TEXT_CHARS_MAX = 2000;
/** The currencies that people may tip in. */
export const CURRENCIES = [
  "EUR",
  "USD",
  "GBP",
  "CHF",
  "CAD",
  "AUD",
  "BRL",
  "MXN",
  "JPY",
  "PLN",
  "SEK",
] as const;
export type Currency = (typeof CURRENCIES)[number];

const words = (charsMax: number) =>
  z
    .string()
    .max(20_000, "This text is too long.")
    .transform((raw) => cleanText(raw, charsMax));
const line = (charsMax: number) =>
  z
    .string()
    .max(20_000, "This text is too long.")
    .transform((raw) => cleanText(raw.replace(/\s+/g, " "), charsMax));
const needed = <Schema extends z.ZodType<string>>(schema: Schema, message: string) =>
  schema.refine((text) => !isBlank(text), message);

const pixels = z.int().min(1).max(20_000).nullish();
const galleryPicture = z.strictObject({
  url: z.string().max(4096),
  alt: line(200).default(""),
  width: pixels,
  height: pixels,
});

const faqItem = z.strictObject({
  question: needed(line(200), "Give every question a text."),
  answer: needed(words(BLOCK_TEXT_CHARS_MAX), "Give every question an answer."),
});

const CONTENTS = [
  z.strictObject({ kind: z.literal("link") }),
  z.strictObject({ kind: z.literal("heading") }),
  z.strictObject({
    kind: z.literal("text"),
    text: needed(words(BLOCK_TEXT_CHARS_MAX), "Write a text."),
  }),
  z.strictObject({ kind: z.literal("picture"), width: pixels, height: pixels }),
  z.strictObject({
    kind: z.literal("gallery"),
    pictures: z
      .array(galleryPicture)
      .min(1, "Add at least one picture.")
      .max(GALLERY_PICTURES_MAX, `A gallery holds up to ${GALLERY_PICTURES_MAX} pictures.`),
  }),
  z.strictObject({ kind: z.literal("spacer"), look: z.enum(["space", "line"]).default("space") }),
  z.strictObject({ kind: z.literal("embed") }),
  z.strictObject({
    kind: z.literal("contact_card"),
    role: line(100).default(""),
    company: line(100).default(""),
    email: line(254).default(""),
    phone: line(50).default(""),
    website: line(2048).default(""),
    address: words(300).default(""),
  }),
  z.strictObject({ kind: z.literal("map"), address: needed(line(300), "Enter an address.") }),
  z.strictObject({
    kind: z.literal("faq"),
    items: z
      .array(faqItem)
      .min(1, "Add at least one question.")
      .max(FAQ_ITEMS_MAX, `This block holds up to ${FAQ_ITEMS_MAX} questions.`),
  }),
  z.strictObject({
    kind: z.literal("group"),
    is_collapsible: z.boolean().default(true),
    is_open: z.boolean().default(false),
  }),
  z.strictObject({
    kind: z.literal("countdown"),
    ends_at: z.iso.datetime({ offset: true, message: "Choose a date and a time." }),
    /** What happens at the end: the block disappears, or shows `text`. */
    after: z.enum(["hide", "text"]).default("hide"),
    text: line(200).default(""),
  }),
  z.strictObject({ kind: z.literal("newsletter"), button: line(60).default("") }),
  z.strictObject({
    kind: z.literal("support"),
    amounts: z
      .array(z.number("Enter amounts as numbers.").min(1).max(100_000))
      .max(AMOUNTS_MAX, `Offer up to ${AMOUNTS_MAX} amounts.`)
      .default([]),
    currency: z.enum(CURRENCIES).default("EUR"),
  }),
] as const;

/** A block's content, without the fields that it shares with links. */
export const blockContentSchema = z.discriminatedUnion("kind", CONTENTS);

export type BlockContent = z.output<typeof blockContentSchema>;
