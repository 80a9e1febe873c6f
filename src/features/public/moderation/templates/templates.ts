/* Texts that staff keep for statements of reasons and for answers. They're copied when they're used. */
import { requireStaff } from "#src/features/identity/accounts/accounts.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { LANGUAGES } from "#src/lib/language.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { templateRemoved, templateSaved } from "../events.ts";
import { BUILT_IN } from "./built-in-rules.ts";
import { type ReplyTemplate, type SavedTemplate, TEMPLATE_ERRORS } from "./template-contract.ts";
import { TEMPLATE_CHARS_MAX, TEMPLATES_MAX, unknownPlaceholder } from "./template-rules.ts";
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  listTemplateRows,
  lockTemplates,
  type TemplateRow,
  upsertTemplate,
} from "./template-store.ts";

interface OfTemplate {
  id: string;
}

/** What staff wrote, and the built-in texts that they haven't changed. */
export async function listTemplates({ db }: Pick<StaffCtx, "db">): Promise<{ items: ReplyTemplate[] }> {
  const rows = await listTemplateRows(db);
  const changed = new Set(rows.map(({ row }) => row.id));
  const untouched = BUILT_IN.filter(({ id }) => !changed.has(id)).map((one) => ({
    ...one,
    version: 0,
    is_built_in: true,
    by: null,
    updated_at: null,
  }));
  return { items: [...rows.map(({ row, by }) => toTemplate(row, by)), ...untouched] };
}

function toTemplate({ updated_by, ...row }: TemplateRow, by: string | null): ReplyTemplate {
  return { ...row, by, is_built_in: isBuiltIn(row.id) };
}

const isBuiltIn = (id: string) => BUILT_IN.some((one) => one.id === id);

/** The same twice is saved once; of two who change the same version, the second hears of the first. */
export async function saveTemplate(ctx: StaffCtx, input: SavedTemplate): Promise<ReplyTemplate> {
  const { person } = requireStaff(ctx);
  if (!isId(input.id)) throw failure(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND");
  const { version, ...parts } = { ...input, id: input.id.toLowerCase() };
  return ctx.write(async (ctx) => {
    await lockTemplates(ctx.db);
    const before = await findTemplate(ctx.db, parts.id);
    if (before && before.version === version + 1 && isSame(before, parts))
      return toTemplate(before, person.name);
    if ((before?.version ?? 0) !== version) throw failure(TEMPLATE_ERRORS, "TEMPLATE_CHANGED");
    if (!before && (await countTemplates(ctx.db)) >= TEMPLATES_MAX)
      throw failure(TEMPLATE_ERRORS, "TEMPLATES_TOO_MANY");
    // What it's for stays: a statement's text has other placeholders than an answer's.
    const kind = before?.kind ?? BUILT_IN.find(({ id }) => id === parts.id)?.kind ?? parts.kind;
    requireFitting({ ...parts, kind });
    const written = { version: version + 1, updated_by: person.id, updated_at: ctx.now().toISOString() };
    const row = { ...parts, ...written, kind };
    await upsertTemplate(ctx.db, row);
    const payload = { kind, name: row.name };
    await ctx.announce(templateSaved, { account: INSTANCE, subject: row.id, payload });
    return toTemplate(row, person.name);
  });
}

function requireFitting({ kind, name, texts }: Pick<SavedTemplate, "kind" | "name" | "texts">): void {
  if (name === "") throw failure(TEMPLATE_ERRORS, "TEMPLATE_NAME_MISSING");
  const written = LANGUAGES.map((language) => texts[language]).filter((text) => text !== "");
  if (written.length === 0) throw failure(TEMPLATE_ERRORS, "TEMPLATE_TEXT_MISSING");
  if (written.some((text) => text.length > TEMPLATE_CHARS_MAX[kind]))
    throw failure(TEMPLATE_ERRORS, "TEMPLATE_TOO_LONG");
  if (written.some((text) => unknownPlaceholder(kind, text) !== undefined))
    throw failure(TEMPLATE_ERRORS, "PLACEHOLDER_UNKNOWN");
}

function isSame(row: TemplateRow, parts: Omit<SavedTemplate, "version">): boolean {
  const partsOf = ({ kind, name, texts: { en, es }, decisions, reasons }: typeof parts | TemplateRow) =>
    JSON.stringify([kind, name, en, es, decisions, reasons]);
  return partsOf(row) === partsOf(parts);
}

/** Of one that a colleague changed since it was read, whoever removes it hears first. */
export async function removeTemplate(
  ctx: StaffCtx,
  { id, version }: OfTemplate & { version?: number | undefined },
): Promise<OfTemplate> {
  return ctx.write(async (ctx) => {
    await lockTemplates(ctx.db);
    const row = isId(id) ? await findTemplate(ctx.db, id) : undefined;
    if (!row) throw failure(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND");
    if (version !== undefined && row.version !== version) throw failure(TEMPLATE_ERRORS, "TEMPLATE_CHANGED");
    await deleteTemplate(ctx.db, row.id);
    const payload = { kind: row.kind, name: row.name };
    await ctx.announce(templateRemoved, { account: INSTANCE, subject: row.id, payload });
    return { id: row.id };
  });
}
