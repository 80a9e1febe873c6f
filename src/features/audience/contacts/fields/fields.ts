import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText } from "#src/lib/text.ts";
import { isCalendarDay } from "#src/lib/time.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { CONTACT_ERRORS } from "../contract.ts";
import { contactFieldsChanged } from "../events.ts";
import {
  FIELDS_MAX,
  type FieldDefinition,
  type FieldType,
  type FieldValue,
  NAME_CHARS_MAX,
  oneLine,
} from "../rules.ts";
import {
  type ContactSettings,
  findSettings,
  listTagsOf,
  lockSettings,
  updateFields,
} from "./settings-store.ts";

export function getContactSettings({ db }: Pick<Platform, "db">, { account }: { account: string }) {
  return findSettings(db, account);
}

/**
 * Returns them for the actor: people who are limited to some profiles see only the tags of contacts who
 * signed up there.
 */
export async function getOwnSettings(ctx: Ctx): Promise<ContactSettings> {
  const settings = await findSettings(ctx.db, ctx.account);
  if (ctx.profileIds === null) return settings;
  return { ...settings, tags: await listTagsOf(ctx.db, ctx.account, ctx.profileIds) };
}

export async function defineMissingFields(
  ctx: Ctx,
  named: readonly { key: string; label: string }[],
): Promise<void> {
  if (named.length === 0) return;
  await ctx.write(async (ctx) => {
    const { fields } = await lockSettings(ctx.db, ctx.account);
    const known = new Set(fields.map(({ key }) => key));
    const added = named.flatMap(({ key, label }): FieldDefinition[] => {
      const field = known.has(key) ? undefined : newField(key, null);
      return field ? [{ ...field, label: oneLine(label, NAME_CHARS_MAX) || field.label }] : [];
    });
    if (fields.length + added.length > FIELDS_MAX) throw failure(CONTACT_ERRORS, "TOO_MANY_FIELDS");
    if (added.length === 0) return;
    await updateFields(ctx.db, ctx.account, [...fields, ...added]);
    await ctx.announce(contactFieldsChanged, { subject: ctx.account, payload: {} });
  });
}

/** Defines the account's fields. Values of a deleted field stay, and come back with its key. */
export async function saveFields(
  ctx: Ctx,
  { fields }: { fields: FieldDefinition[] },
): Promise<{ fields: FieldDefinition[] }> {
  requireWholeAccount(ctx);
  if (!areFieldsValid(fields))
    throw failure(CONTACT_ERRORS, "FIELD_INVALID", {
      message: "Each field needs its own key, and a choice field needs choices.",
    });
  await ctx.write(async (ctx) => {
    await lockSettings(ctx.db, ctx.account);
    await updateFields(ctx.db, ctx.account, fields);
    await ctx.announce(contactFieldsChanged, { subject: ctx.account, payload: {} });
  });
  return { fields };
}

/** Parses values for their fields. Defines fields that the API or an import uses first. */
export async function fieldValues(
  ctx: Ctx,
  given: Readonly<Record<string, FieldValue>>,
): Promise<Record<string, FieldValue>> {
  const { fields } = await findSettings(ctx.db, ctx.account);
  const known = new Map(fields.map((field) => [field.key, field]));
  const entries = Object.entries(given);
  if (entries.some(([key]) => !known.has(key))) {
    for (const field of await defineFields(ctx, entries)) known.set(field.key, field);
  }
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const field = known.get(key) as FieldDefinition;
      const parsed = parseFieldValue(field, value);
      if (parsed === undefined)
        throw failure(CONTACT_ERRORS, "FIELD_INVALID", {
          message: `That doesn’t fit the field “${field.label}”.`,
          data: { field: key },
        });
      return [key, parsed];
    }),
  );
}

/** Adds the missing definitions. Returns all of them. */
function defineFields(ctx: Ctx, entries: [string, FieldValue][]): Promise<FieldDefinition[]> {
  return ctx.write(async (ctx) => {
    const { fields } = await lockSettings(ctx.db, ctx.account);
    const known = new Set(fields.map(({ key }) => key));
    const added = entries.flatMap(([key, value]) => {
      if (known.has(key)) return [];
      const field = newField(key, value);
      if (!field) throw failure(CONTACT_ERRORS, "FIELD_INVALID", { data: { field: key } });
      return [field];
    });
    if (fields.length + added.length > FIELDS_MAX) throw failure(CONTACT_ERRORS, "TOO_MANY_FIELDS");
    const all = [...fields, ...added];
    await updateFields(ctx.db, ctx.account, all);
    return all;
  });
}

const TEXT_CHARS_MAX = 2000;
const KEY = /^[a-z][a-z0-9_]{0,49}$/;
const TRUE = /^(true|yes|y|1)$/i;
const FALSE = /^(false|no|n|0)$/i;

/** Parses a value for its field: null for none, undefined for an invalid one. */
export function parseFieldValue(
  { type, choices }: Pick<FieldDefinition, "type" | "choices">,
  value: FieldValue,
): FieldValue | undefined {
  const text = value === null ? "" : String(value).trim();
  return text === "" ? null : PARSERS[type](text, choices);
}

const PARSERS: Record<FieldType, (text: string, choices: readonly string[]) => FieldValue | undefined> = {
  text: (text) => cleanText(text, TEXT_CHARS_MAX),
  number: (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
  date: (text) => (isCalendarDay(text) ? text : undefined),
  choice: (text, choices) => choices.find((choice) => choice.toLowerCase() === text.toLowerCase()),
  bool: (text) => (TRUE.test(text) ? true : FALSE.test(text) ? false : undefined),
  url(text) {
    const check = checkUrl(text);
    return check.ok ? check.url : undefined;
  },
};

/** Returns a definition for a field that the API or an import uses first. Undefined for an invalid key. */
function newField(key: string, value: FieldValue): FieldDefinition | undefined {
  if (!KEY.test(key)) return undefined;
  const type = typeof value === "boolean" ? "bool" : typeof value === "number" ? "number" : "text";
  const label = key.replaceAll("_", " ");
  return { key, label: label.charAt(0).toUpperCase() + label.slice(1), type, choices: [] };
}

/** True if definitions are consistent: unique keys, and choices to choose from. */
function areFieldsValid(fields: readonly FieldDefinition[]): boolean {
  const keys = new Set(fields.map(({ key }) => key));
  return (
    keys.size === fields.length &&
    fields.every(({ type, choices }) => type !== "choice" || choices.length > 0)
  );
}
