/* UTM templates of an account. Links have the parameters in their URLs, so that a template can go at any time. */
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import type { ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { utmTemplateRemoved, utmTemplateSaved } from "../events.ts";
import { UTM_NAMES } from "../utm-rules.ts";
import {
  deleteTemplate,
  findTemplate,
  listTemplates,
  type TemplateRow,
  upsertTemplate,
} from "./template-store.ts";
import {
  UTM_TEMPLATE_ERRORS,
  UTM_TEMPLATE_NAME_CHARS_MAX,
  UTM_TEMPLATES_MAX,
  type UtmTemplate,
  utmTemplateSchema,
} from "./utm-contract.ts";

export async function listUtmTemplates(ctx: Ctx): Promise<{ items: UtmTemplate[] }> {
  return { items: (await listTemplates(ctx.db, ctx.account)).map(toTemplate) };
}

/** Saves a template. One that has its name already is replaced, whatever its id. */
export async function saveUtmTemplate(ctx: Ctx, input: UtmTemplate): Promise<UtmTemplate> {
  requireWholeAccount(ctx);
  const theirs = await findTemplate(ctx.db, input.id);
  if (theirs && theirs.user_id !== ctx.account) throw failure(UTM_TEMPLATE_ERRORS, "UTM_TEMPLATE_NOT_FOUND");
  const name = cleanText(input.name.replace(/\s+/g, " "), UTM_TEMPLATE_NAME_CHARS_MAX);
  if (isBlank(name))
    throw failure(UTM_TEMPLATE_ERRORS, "UTM_TEMPLATE_NAME_REQUIRED", { data: { field: "name" } });
  const values = Object.fromEntries(UTM_NAMES.map((one) => [one, cleanText(input[one])])) as Omit<
    UtmTemplate,
    "id" | "name"
  >;
  if (UTM_NAMES.every((one) => values[one] === "")) throw failure(UTM_TEMPLATE_ERRORS, "UTM_TEMPLATE_EMPTY");
  return ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "utm-templates", ctx.account);
    const known = await listTemplates(ctx.db, ctx.account);
    const isSame = (one: TemplateRow) => one.name.toLowerCase() === name.toLowerCase();
    const id = known.find(isSame)?.id ?? input.id.toLowerCase();
    if (!known.some((one) => one.id === id) && known.length >= UTM_TEMPLATES_MAX)
      throw failure(UTM_TEMPLATE_ERRORS, "UTM_TEMPLATE_LIMIT");
    const saved = await upsertTemplate(ctx.db, { id, user_id: ctx.account, name, ...values });
    if (!saved) throw failure(UTM_TEMPLATE_ERRORS, "UTM_TEMPLATE_NOT_FOUND");
    await ctx.announce(utmTemplateSaved, { subject: id, payload: {} });
    return toTemplate(saved);
  });
}

export async function removeUtmTemplate(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    if (!isId(id) || !(await deleteTemplate(ctx.db, { account: ctx.account, id })))
      throw failure(UTM_TEMPLATE_ERRORS, "UTM_TEMPLATE_NOT_FOUND");
    await ctx.announce(utmTemplateRemoved, { subject: id, payload: {} });
    return { id };
  });
}

/** Brings back the templates of an export, except for names that are there already. */
export async function restoreUtmTemplates(ctx: Ctx, from: ExportReader): Promise<undefined> {
  const known = new Set((await listTemplates(ctx.db, ctx.account)).map(({ name }) => name));
  for (const row of await from.rows("utm-templates", utmTemplateSchema))
    if (!known.has(row.name))
      await from.trying(row.name, () => saveUtmTemplate(ctx, { ...row, id: ctx.newId() }));
}

function toTemplate({ user_id: _, ...row }: TemplateRow): UtmTemplate {
  return row;
}
