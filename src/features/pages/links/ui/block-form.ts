import type { UseFormReturnType } from "@mantine/form";
import type { Currency, LinkKind } from "#src/features/pages/links/blocks-contract.ts";
import { mapUrl, parseEmbed } from "#src/features/pages/links/blocks-rules.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import { plainWords } from "#src/features/pages/links/page/markup.ts";
import type { ApiError } from "#src/kit/api-error.ts";
import { checkUrl } from "#src/lib/url.ts";

export type BlockKind = Exclude<LinkKind, "link">;

/** What the forms of all kinds ask for. Each shows the part that's its own. */
export interface BlockContentValues {
  text: string;
  look: "space" | "line";
  address: string;
  role: string;
  company: string;
  email: string;
  phone: string;
  website: string;
  button: string;
  items: { question: string; answer: string }[];
  pictures: { url: string; alt: string }[];
  is_collapsible: boolean;
  is_open: boolean;
  /** As in the field for a date and a time, in the zone of the browser. */
  ends_at: string;
  after: "hide" | "text";
  /** Amounts as typed, separated by commas. */
  amounts: string;
  currency: Currency;
}

export interface BlockFormValues {
  title: string;
  url: string;
  description: string;
  picture_url: string;
  parent_id: string;
  content: BlockContentValues;
}

export interface BlockFieldProps {
  form: UseFormReturnType<BlockFormValues>;
}

const EMPTY: BlockContentValues = {
  text: "",
  look: "space",
  address: "",
  role: "",
  company: "",
  email: "",
  phone: "",
  website: "",
  button: "",
  items: [{ question: "", answer: "" }],
  pictures: [],
  is_collapsible: true,
  is_open: false,
  ends_at: "",
  after: "hide",
  amounts: "",
  currency: "EUR",
};

export function blockValuesOf(link: Link | undefined): BlockFormValues {
  const content = (link?.content ?? {}) as Partial<BlockContentValues> & { amounts?: unknown };
  return {
    title: link?.kind === "text" ? "" : (link?.title ?? ""),
    url: link?.url ?? "",
    description: link?.description ?? "",
    picture_url: link?.picture_url ?? "",
    parent_id: link?.parent_id ?? "",
    content: {
      ...EMPTY,
      ...content,
      ends_at: localTime(content.ends_at),
      amounts: Array.isArray(content.amounts) ? content.amounts.join(", ") : "",
    },
  };
}

function localTime(iso: string | undefined): string {
  const time = new Date(iso ?? "");
  if (Number.isNaN(time.getTime())) return "";
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What each kind keeps of the form. */
const CONTENT: { [Kind in BlockKind]: (values: BlockContentValues) => Record<string, unknown> } = {
  heading: () => ({}),
  text: ({ text }) => ({ text }),
  picture: () => ({}),
  gallery: ({ pictures }) => ({ pictures }),
  spacer: ({ look }) => ({ look }),
  embed: () => ({}),
  contact_card: ({ role, company, email, phone, website, address }) => {
    return { role, company, email, phone, website, address };
  },
  map: ({ address }) => ({ address }),
  faq: ({ items }) => ({ items }),
  group: ({ is_collapsible, is_open }) => ({ is_collapsible, is_open }),
  countdown: ({ ends_at, after, text }) => ({
    ends_at: ends_at === "" ? "" : new Date(ends_at).toISOString(),
    after,
    text,
  }),
  newsletter: ({ button }) => ({ button }),
  support: ({ amounts, currency }) => ({ amounts: numbersIn(amounts), currency }),
};

function numbersIn(typed: string): number[] {
  return typed
    .split(/[,;\s]+/)
    .filter((word) => word !== "")
    .map(Number);
}

/** Kinds with the field for an address on the web. */
const WITH_URL: readonly BlockKind[] = ["picture", "embed", "support"];
const WITH_DESCRIPTION: readonly BlockKind[] = ["newsletter", "support"];

export function isBlockKind(kind: unknown): kind is BlockKind {
  return typeof kind === "string" && Object.hasOwn(CONTENT, kind);
}

export const hasUrl = (kind: BlockKind) => WITH_URL.includes(kind);
export const hasDescription = (kind: BlockKind) => WITH_DESCRIPTION.includes(kind);

export function blockFieldsOf(kind: BlockKind, values: BlockFormValues) {
  return {
    title: values.title,
    content: CONTENT[kind](values.content),
    parent_id: values.parent_id || null,
    ...(hasUrl(kind) && { url: values.url }),
    ...(hasDescription(kind) && { description: values.description }),
    ...(kind === "picture" && { picture_url: values.picture_url }),
  };
}

/** Returns the field that an error without one belongs to. */
export function blockFieldOf({ code, data }: ApiError): string | undefined {
  const { field } = (data ?? {}) as { field?: unknown };
  if (typeof field === "string") return field;
  if (code === "BLOCK_TITLE_REQUIRED") return "title";
  if (code === "PICTURE_REQUIRED" || code === "PICTURE_INVALID") return "picture_url";
  if (code === "GROUP_INVALID") return "parent_id";
  return code.startsWith("URL_") || code === "EMBED_UNKNOWN" || code === "SUPPORT_UNKNOWN"
    ? "url"
    : undefined;
}

/** Returns the block as the page would show it. */
export function blockDraftOf(link: Link, kind: BlockKind, values: BlockFormValues): Link {
  const checked = checkUrl(values.url);
  const url = checked.ok ? checked.url : "";
  const { address, text } = values.content;
  const shownUrl = kind === "embed" ? (parseEmbed(url)?.url ?? "") : kind === "map" ? mapUrl(address) : url;
  return {
    ...link,
    ...blockFieldsOf(kind, values),
    kind,
    title: kind === "text" ? plainWords(text) : values.title,
    url: hasUrl(kind) || kind === "map" ? shownUrl : "",
    description: values.description,
    picture_url: values.picture_url || null,
    content: draftContent(kind, values),
  };
}

function draftContent(kind: BlockKind, values: BlockFormValues) {
  const { ends_at } = values.content;
  // A date is typed one part after the other.
  const isTyping = kind === "countdown" && Number.isNaN(Date.parse(ends_at));
  return isTyping ? {} : CONTENT[kind](values.content);
}
