/*
 * Templates: e-mail sources in blocks, HTML, or Markdown. `blocks/` converts them to HTML, `render/` checks
 * them and renders them for each recipient, with `html/` and `merge-tags/`; `preview/` shows them, `versions/`
 * has their history and their editing lock, `files/` their attachments. `library/` has the shared parts of an
 * account's e-mail. Campaigns decide who gets what, and when.
 */
import type * as z from "zod";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { listLinks } from "#src/features/pages/links/links.ts";
import { getProfile } from "#src/features/pages/profiles/profiles.ts";
import { isId } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { pageOrigin } from "#src/lib/page-url.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { isSameTime, nextVersion } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { countdownKey, type Facts, type PageFacts, urlOfCountdown } from "./blocks/blocks.ts";
import type { Block, TemplateParts } from "./blocks/blocks-contract.ts";
import { countdownOf } from "./blocks/countdown-rules.ts";
import { TEMPLATE_ERRORS, type Template, type templatesContract } from "./contract.ts";
import { templateCreated, templateDeleted, templateDuplicated, templateUpdated } from "./events.ts";
import { attachFiles } from "./files/files.ts";
import { lookOf } from "./page/look.ts";
import { renderer } from "./render/render.ts";
import { type Content, copyName, DEFAULT_THEME, type Mode, NAME_CHARS_MAX, TEMPLATES_MAX } from "./rules.ts";
import {
  countTemplates,
  deleteTemplateRow,
  findTemplate,
  insertTemplate,
  listTemplateRows,
  lockTemplateRow,
  type TemplateRow,
  updateTemplateRow,
} from "./store.ts";
import { findTemplateUses } from "./use-finders.ts";
import { findOtherEditor, recordVersion, requireUnlocked } from "./versions/versions.ts";

type Input<Name extends keyof typeof templatesContract> = z.output<
  NonNullable<(typeof templatesContract)[Name]["~orpc"]["inputSchema"]>
>;

export async function listTemplates(ctx: Ctx) {
  requireWholeAccount(ctx);
  const rows = await listTemplateRows(ctx.db, ctx.account);
  return {
    items: rows.map(({ theme, blocks, ...row }) => ({ ...row, look: lookOf({ ...row, theme, blocks }) })),
  };
}

export async function getTemplate(ctx: Ctx, { id }: { id: string }): Promise<Template> {
  return toTemplate(ctx, await requireTemplate(ctx, id));
}

/** Adds a template. A form sent twice has the same id both times and makes one. */
export async function createTemplate(ctx: Ctx, input: Input<"create">): Promise<Template> {
  requireWholeAccount(ctx);
  const name = cleanName(input.name);
  return ctx.write(async (ctx) => {
    const sent = input.id && (await findTemplate(ctx.db, { account: ctx.account, id: input.id }));
    if (sent) return toTemplate(ctx, sent);
    const wanted = { ...parseWritten(input), ...(await filesOf(ctx, input)) };
    const row = await addTemplate(ctx, { ...wanted, name, id: input.id });
    await ctx.announce(templateCreated, { subject: row.id, payload: {} });
    return toTemplate(ctx, row);
  });
}

/** Changes a template. Absent fields stay. The same form sent twice changes it once. */
export async function updateTemplate(ctx: Ctx, input: Input<"update">): Promise<Template> {
  const wanted = parseWritten(input);
  if (input.name !== undefined) wanted.name = cleanName(input.name);
  return ctx.write(async (ctx) => {
    const row = await lockTemplate(ctx, input.id);
    const changes = differences(row, { ...wanted, ...(await filesOf(ctx, input)) });
    if (Object.keys(changes).length === 0) return toTemplate(ctx, row);
    await requireUnlocked(ctx, row);
    if (input.updated_at !== undefined && !isSameTime(input.updated_at, row.updated_at))
      throw failure(TEMPLATE_ERRORS, "CHANGED_MEANWHILE", { data: await toTemplate(ctx, row) });
    return toTemplate(ctx, await saveTemplate(ctx, row, changes));
  });
}

/** Saves changes, stores the previous state as a version, and announces it. */
export async function saveTemplate(
  ctx: Ctx,
  row: TemplateRow,
  changes: Partial<TemplateRow>,
): Promise<TemplateRow> {
  const fields = Object.keys(changes);
  if (fields.some((field) => field !== "name" && field !== "folder")) await recordVersion(ctx, row);
  const updated_at = nextVersion(row.updated_at, ctx.now());
  const saved = await updateTemplateRow(ctx.db, { account: ctx.account, id: row.id, ...changes, updated_at });
  if (!saved) throw failure(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND");
  await ctx.announce(templateUpdated, { subject: row.id, payload: { fields } });
  return saved;
}

export async function deleteTemplate(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    await requireUnlocked(ctx, await lockTemplate(ctx, id));
    const uses = await findTemplateUses(ctx.db, { account: ctx.account, id });
    if (uses.length > 0) throw failure(TEMPLATE_ERRORS, "TEMPLATE_USED", { data: { uses } });
    await deleteTemplateRow(ctx.db, { account: ctx.account, id });
    await ctx.announce(templateDeleted, { subject: id, payload: {} });
    return { id };
  });
}

export async function duplicateTemplate(ctx: Ctx, { id }: { id: string }): Promise<Template> {
  return ctx.write(async (ctx) => {
    const row = await requireTemplate(ctx, id);
    const { name, folder } = row;
    const copy = await addTemplate(ctx, { ...templatePartsOf(row), folder, name: copyName(name) });
    await ctx.announce(templateDuplicated, { subject: copy.id, payload: { source_id: id } });
    return toTemplate(ctx, copy);
  });
}

/**
 * Returns the account's template. Other accounts' aren't found, and people limited to some profiles have no
 * access.
 */
export async function requireTemplate(ctx: Ctx, id: string): Promise<TemplateRow> {
  requireWholeAccount(ctx);
  const row = isId(id) ? await findTemplate(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row) throw failure(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND");
  return row;
}

export async function lockTemplate(ctx: Ctx, id: string): Promise<TemplateRow> {
  requireWholeAccount(ctx);
  const row = isId(id) ? await lockTemplateRow(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row) throw failure(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND");
  return row;
}

/**
 * Returns a template's current e-mail, with the current links of its pages. Throws `ContentError` if that
 * takes too long.
 */
export async function contentOf(ctx: Ctx, written: TemplateParts): Promise<Content> {
  const { subject, preheader, text } = written;
  return { subject, preheader, text, html: await htmlOf(ctx, written) };
}

async function htmlOf(ctx: Ctx, written: TemplateParts): Promise<string> {
  const { mode, source, blocks, theme } = written;
  if (mode === "html") return source;
  if (mode === "markdown") return renderer.run(ctx.account, "markdown", source, theme);
  return renderer.run(ctx.account, "blocks", { blocks, theme, facts: await factsFor(ctx, written) });
}

export async function factsFor(
  ctx: Ctx,
  { blocks, theme }: Pick<TemplateParts, "blocks" | "theme">,
): Promise<Facts> {
  const ids = new Set(
    blocks.flatMap((block) => (block.type === "links" || block.type === "social" ? block.profile_id : [])),
  );
  const pages = new Map<string, PageFacts>();
  for (const id of ids) {
    const facts = await pageFacts(ctx, id);
    if (facts) pages.set(id, facts);
  }
  const countdowns = blocks.flatMap((block) => (block.type === "countdown" ? countdownOf(block, theme) : []));
  const countdownUrls = new Map(countdowns.map((one) => [countdownKey(one), urlOfCountdown(ctx, one)]));
  return { publicUrl: ctx.instance.publicUrl, pages, countdownUrls };
}

/** Undefined if the profile is gone. */
async function pageFacts(ctx: Ctx, id: string): Promise<PageFacts | undefined> {
  try {
    const profile = await getProfile(ctx, { id });
    const origin = pageOrigin(profile, ctx.instance.pagesUrl);
    const { items } = await listLinks(ctx, { profile_id: id });
    return {
      links: items
        .filter(
          ({ is_visible, staff_hidden, kind }) => is_visible && staff_hidden === null && kind === "link",
        )
        .map(({ id, title, description }) => ({ title, description, url: `${origin}${GO_PATH}${id}` })),
      socials: profile.social_platforms.map(({ platform, url }) => ({ platform, url })),
    };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

type Fields = Omit<TemplateParts, never> & { name: string; folder: string };

async function addTemplate(
  ctx: Ctx,
  { id, ...fields }: Partial<Fields> & { name: string; id?: string | undefined },
): Promise<TemplateRow> {
  if ((await countTemplates(ctx.db, ctx.account)) >= TEMPLATES_MAX)
    throw failure(TEMPLATE_ERRORS, "TEMPLATE_LIMIT");
  const now = ctx.now().toISOString();
  const row = await insertTemplate(ctx.db, {
    mode: "blocks",
    theme: DEFAULT_THEME,
    blocks: withFooter([]),
    ...fields,
    user_id: ctx.account,
    id: id ?? ctx.newId(),
    created_at: now,
    updated_at: now,
  });
  if (!row) throw failure(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND");
  return row;
}

/** Parses a form's e-mail. `html` alone means mode "html". */
function parseWritten({
  subject,
  preheader,
  blocks,
  theme,
  text,
  ...input
}: Partial<Input<"update">>): Partial<Fields> {
  const source = input.html ?? input.source;
  const mode: Mode | undefined = input.mode ?? (input.html !== undefined ? "html" : blocks && "blocks");
  return {
    ...(subject !== undefined && { subject: oneLine(subject) }),
    ...(preheader !== undefined && { preheader: oneLine(preheader) }),
    ...(mode !== undefined && { mode }),
    ...(blocks !== undefined && { blocks: withFooter(blocks) }),
    ...(source !== undefined && { source: source.toWellFormed().replaceAll("\0", "") }),
    ...(text !== undefined && { text: text.toWellFormed().replaceAll("\0", "") }),
    ...(theme !== undefined && { theme }),
    ...(input.folder !== undefined && { folder: cleanText(oneLine(input.folder), NAME_CHARS_MAX) }),
  };
}

async function filesOf(ctx: Ctx, { attachments }: Pick<Input<"update">, "attachments">) {
  return attachments && { attachments: await attachFiles(ctx, attachments) };
}

const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\0]+/g, " ")
    .trim();

/** The footer is always there, once, and last. */
export function withFooter(blocks: readonly Block[]): Block[] {
  const footer = blocks.find(({ type }) => type === "footer");
  const others = blocks.filter(({ type }) => type !== "footer");
  return [...others, footer ?? { id: "footer", type: "footer", note: "" }];
}

function cleanName(raw: string): string {
  const name = cleanText(oneLine(raw), NAME_CHARS_MAX);
  if (isBlank(name)) throw failure(TEMPLATE_ERRORS, "TEMPLATE_NAME_REQUIRED");
  return name;
}

/** Returns the part of `changes` that makes a difference, however the database orders an object's fields. */
function differences(row: TemplateRow, changes: Partial<Fields>): Partial<Fields> {
  const stored: Partial<TemplateRow> = row;
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => sorted(value) !== sorted(stored[field as keyof TemplateRow]),
    ),
  );
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export function templatePartsOf(row: TemplateRow): TemplateParts {
  const { subject, preheader, mode, blocks, source, text, theme, attachments } = row;
  return { subject, preheader, mode, blocks, source, text, theme, attachments };
}

export async function toTemplate(ctx: Ctx, row: TemplateRow): Promise<Template> {
  const { id, name, folder, created_at, updated_at } = row;
  const editor = (await findOtherEditor(ctx, row)) ?? null;
  return { id, name, folder, created_at, updated_at, ...templatePartsOf(row), editor };
}
