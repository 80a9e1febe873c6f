/*
 * What a row shows by its kind: a link's title and URL, or a block's content, cleaned, checked, and with
 * pictures that are stored here.
 */
import type * as z from "zod";
import { listPictureSizes } from "#src/features/pages/media/media.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import { type Hashed, usesAccess } from "./access.ts";
import { BLOCK_ERRORS, type BlockContent, blockContentSchema, type LinkKind } from "./blocks-contract.ts";
import { EMBED_SERVICES, mapUrl, parseEmbed, supportServiceOf } from "./blocks-rules.ts";
import type { linkFieldsSchema } from "./contract.ts";
import { parseTitle, parseUrl, storePicture } from "./fields.ts";
import { plainWords } from "./page/markup.ts";
import { TITLE_CHARS_MAX } from "./rules.ts";
import type { LinkRow } from "./store.ts";

type Input = Partial<z.output<typeof linkFieldsSchema>> & Hashed;

/** The columns that mean something else for each kind. */
type Shown = Pick<LinkRow, "title" | "url" | "content">;

/** Returns the columns of a new row. */
export function parseShown(kind: LinkKind, input: Input): Shown {
  if (kind !== "link") return parseBlock(kind, input);
  if (input.content) throw failure(BLOCK_ERRORS, "CONTENT_INVALID", { data: { field: "content" } });
  return { title: parseTitle(input.title ?? ""), url: parseUrl(input.url ?? "", "url"), content: null };
}

/** Returns the columns that a change is about. What's left out stays as it is. */
export function parseShownChanges(row: LinkRow, input: Input): Partial<Shown> {
  const { title, url, content } = input;
  if (row.kind !== "link") {
    const isTouched = title !== undefined || url !== undefined || content !== undefined;
    if (!isTouched) return {};
    // A text names itself again, and so does anything else whose name was made from what changes.
    return parseBlock(row.kind, {
      title: title ?? row.title,
      url: url ?? row.url,
      content: content ?? row.content,
    });
  }
  if (content) throw failure(BLOCK_ERRORS, "CONTENT_INVALID", { data: { field: "content" } });
  return {
    ...(title !== undefined && { title: parseTitle(title) }),
    ...(url !== undefined && { url: parseUrl(url, "url") }),
  };
}

/** Rejects options that would do nothing. */
export function requireLinkOptions(kind: LinkKind, input: Input): void {
  if (kind === "link") return;
  const { show_adult_warning, is_ab_test, geo_restrictions } = input;
  if (show_adult_warning || is_ab_test || geo_restrictions || usesAccess(input))
    throw failure(BLOCK_ERRORS, "OPTION_UNAVAILABLE");
}

function parseBlock(kind: LinkKind, input: Input): Shown {
  const { kind: _, ...content } = parseContent(kind, input.content ?? {});
  const title = cleanText((input.title ?? "").replace(/\s+/g, " "), TITLE_CHARS_MAX);
  const named = { title: isBlank(title) ? "" : title, url: input.url ?? "" };
  return { ...SHOWN[kind](named, { kind, ...content } as BlockContent), content };
}

function parseContent(kind: LinkKind, content: Record<string, unknown>): BlockContent {
  const parsed = blockContentSchema.safeParse({ ...content, kind });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = ["content", ...(issue?.path ?? [])].join(".");
  throw failure(BLOCK_ERRORS, "CONTENT_INVALID", { message: issue?.message, data: { field } });
}

type Named = Pick<LinkRow, "title" | "url">;
type Shower = (named: Named, content: BlockContent) => Named;

const withTitle: Shower = ({ title }) => {
  if (title === "") throw failure(BLOCK_ERRORS, "BLOCK_TITLE_REQUIRED", { data: { field: "title" } });
  return { title, url: "" };
};
const maybeTitle: Shower = ({ title }) => ({ title, url: "" });

/** Whatever can be clicked has a title, by which statistics and pickers name it. */
const SHOWN: Readonly<Record<LinkKind, Shower>> = {
  link: withTitle,
  heading: withTitle,
  group: withTitle,
  contact_card: withTitle,
  countdown: withTitle,
  gallery: maybeTitle,
  spacer: maybeTitle,
  faq: maybeTitle,
  newsletter: maybeTitle,
  text: (_, content) => ({
    title: cleanText(plainWords((content as { text: string }).text), TEXT_NAME_CHARS_MAX) || "Text",
    url: "",
  }),
  picture: ({ title, url }) =>
    isBlank(url) ? { title, url: "" } : { title: title || "Picture", url: parseUrl(url, "url") },
  embed: ({ title, url }) => {
    const embed = parseEmbed(parseUrl(url, "url"));
    if (!embed) throw failure(BLOCK_ERRORS, "EMBED_UNKNOWN", { data: { field: "url" } });
    return { title: title || EMBED_SERVICES[embed.service].label, url: embed.url };
  },
  map: ({ title }, content) => {
    const { address } = content as { address: string };
    return { title: title || cleanText(address, TITLE_CHARS_MAX), url: mapUrl(address) };
  },
  support: ({ title, url }, content) => {
    const checked = parseUrl(url, "url").replace(/^http:/, "https:");
    if (!supportServiceOf(checked))
      throw failure(BLOCK_ERRORS, "SUPPORT_UNKNOWN", { data: { field: "url" } });
    return { title: withTitle({ title, url: "" }, content).title, url: checked };
  },
};

const TEXT_NAME_CHARS_MAX = 60;

/**
 * Replaces the pictures of a form by those stored here, with their sizes, so that pages keep room for them.
 * Fetching takes time, so call this before the transaction.
 */
export async function storePictures<Form extends Input>(
  ctx: Ctx,
  form: Form,
  findStored: () => Promise<LinkRow | null>,
): Promise<Form> {
  const hasGallery = Array.isArray(form.content?.pictures);
  if (typeof form.picture_url !== "string" && !hasGallery) return form;
  const stored = await findStored();
  const kept: Pick<Input, "picture_url" | "content"> = {};
  if (typeof form.picture_url === "string")
    kept.picture_url = await storePicture(ctx, form.picture_url, {
      field: "picture_url",
      stored: stored?.picture_url,
    });
  if (Array.isArray(form.content?.pictures))
    kept.content = { ...form.content, pictures: await storeGallery(ctx, form.content.pictures) };
  if (kept.picture_url && (stored?.kind ?? form.kind) === "picture") {
    const [size] = await listPictureSizes(ctx, [kept.picture_url]);
    kept.content = { ...form.content, ...size };
  }
  return { ...form, ...kept };
}

/** Leaves what isn't a picture to the check of the content. */
async function storeGallery(ctx: Ctx, pictures: readonly unknown[]): Promise<unknown[]> {
  const kept: unknown[] = [];
  for (const [at, picture] of pictures.slice(0, GALLERY_READ_MAX).entries()) {
    const { url } = (picture ?? {}) as { url?: unknown };
    if (typeof url !== "string" || typeof picture !== "object") kept.push(picture);
    else {
      const path = await storePicture(ctx, url, { field: `content.pictures.${at}.url` });
      const [size] = path === null ? [] : await listPictureSizes(ctx, [path]);
      kept.push({ ...picture, url: path, ...size });
    }
  }
  return kept;
}

/** One more than fits, so that the check of the content says so. */
const GALLERY_READ_MAX = 13;
