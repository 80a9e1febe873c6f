/*
 * The founder's settings for the whole instance. Each slice defines its settings (`<slice>/settings.ts`) and
 * reads them from `platform.settings`. This slice only shows and changes them.
 */
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { InstanceSetting } from "#src/lib/setting.ts";
import { isBlank } from "#src/lib/text.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { type SettingSource, settingsChanged } from "#src/platform/settings.ts";
import { SETTINGS_ERRORS, type Setting, type SettingChange, type Settings } from "./contract.ts";
import { settingChanged } from "./events.ts";
import {
  deleteSetting,
  listChanges,
  listLatestChanges,
  listSettingTexts,
  lockSettings,
  upsertSetting,
} from "./store.ts";

/** Returns a sentence with the reason why the founder can't set this value now, or undefined if they can. */
type SettingCheck = (ctx: StaffCtx, text: string) => Promise<string | undefined>;

const checks = new Map<string, SettingCheck>();

/** Called on load by the slice whose setting needs more than the right format. The check may take a while. */
export function registerSettingCheck({ name }: InstanceSetting<unknown>, check: SettingCheck): void {
  checks.set(name, check);
}

/** For settings that programs don't change, whatever the scopes of their keys. */
export const refuseKeys: SettingCheck = async ({ actor }) =>
  actor.type === "staff" && actor.key ? "Only a person who is signed in can change this." : undefined;

/** Controls, halves of characters, and marks that change the reading direction of the text after them. */
const UNSEEN = /[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u;

const HIDDEN = {
  untrusted:
    "All visitors count as one: they come through a proxy that isn’t trusted. Add this line to the environment and restart.",
  silent:
    "All visitors count as one: they come through a proxy that doesn’t say who they are. Have it send the header X-Forwarded-For.",
} as const;

export async function listSettings(ctx: StaffCtx): Promise<Settings> {
  const { db, settings, proxies } = ctx;
  // Other nodes' changes are in the table before they're in this node's memory.
  const [texts, changes] = [await listSettingTexts(db), await listLatestChanges(db)];
  const latest = new Map(changes.map((row) => [row.name, row]));
  const items = settings.list.map((setting): Setting => {
    const { name, group, label, hint, input, variable, takesReason = false } = setting;
    const { text: value, source } = currentOf(ctx, setting, texts);
    const row = latest.get(name);
    const changed = row ? { at: row.at, by: row.by, before: knownText(setting, row.payload.before) } : null;
    const own = { name, group, label, hint, input, variable, takes_reason: takesReason, changed };
    return { ...own, value, source, default: setting.default };
  });
  const updated_at =
    changes
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? "";
  const { found } = proxies;
  return { items, updated_at, notices: found ? [{ message: HIDDEN[found.problem], line: found.line }] : [] };
}

const CHANGES_LISTED = 50;

export async function listSettingChanges({ db, settings }: StaffCtx, { name }: { name: string }) {
  const setting = settings.list.find((each) => each.name === name);
  if (!setting) throw failure(SETTINGS_ERRORS, "SETTING_NOT_FOUND");
  const rows = await listChanges(db, { name, rows: CHANGES_LISTED });
  const items = rows.map(({ id, at, by, payload: { before, after, reason = "" } }): SettingChange => {
    return { id, at, by, before: knownText(setting, before), after: knownText(setting, after), reason };
  });
  return { items };
}

/** Events of earlier versions don't say what a setting was. */
function knownText(setting: InstanceSetting<unknown>, text: string | null | undefined): string | null {
  return text === undefined ? null : (text ?? setting.default);
}

/** Returns a setting's value and its origin as `Settings` finds them, by what's in the table now. */
function currentOf(
  { settings }: StaffCtx,
  setting: InstanceSetting<unknown>,
  texts: ReadonlyMap<string, string>,
): { text: string; source: SettingSource } {
  const own = settings.look(setting);
  if (own.source === "environment") return own;
  const text = texts.get(setting.name);
  if (text !== undefined && setting.schema.safeParse(text).success) return { text, source: "founder" };
  return { text: setting.default, source: "default" };
}

interface Update {
  values: Record<string, string | null>;
  seen?: Record<string, string> | undefined;
  reason?: string | undefined;
}

/**
 * Stores all values, or none of them if one is invalid or was changed by someone else. Every node uses them
 * within a second.
 */
export async function updateSettings(ctx: StaffCtx, update: Update): Promise<Settings> {
  const { values, seen = {}, reason = "" } = update;
  requireChangeable(ctx, values);
  const fields = findErrors(ctx, values);
  if (Object.keys(fields).length === 0) Object.assign(fields, await findRefusals(ctx, { values, reason }));
  const [message] = Object.values(fields);
  if (message) throw failure(SETTINGS_ERRORS, "SETTING_INVALID", { message, data: { fields } });
  await ctx.write(async (ctx) => {
    await lockSettings(ctx.db);
    const texts = await listSettingTexts(ctx.db);
    const isStale = ctx.settings.list.some((setting) => {
      const text = Object.hasOwn(seen, setting.name) ? seen[setting.name] : undefined;
      return text !== undefined && text !== currentOf(ctx, setting, texts).text;
    });
    if (isStale) throw failure(SETTINGS_ERRORS, "CHANGED_MEANWHILE", { data: await listSettings(ctx) });
    const updated_at = ctx.now().toISOString();
    for (const [name, value] of Object.entries(values)) {
      const before = texts.get(name) ?? null;
      if (before === value) continue;
      if (value === null) await deleteSetting(ctx.db, name);
      else await upsertSetting(ctx.db, { name, value, updated_at });
      await ctx.announce(settingChanged, {
        account: INSTANCE,
        subject: name,
        payload: { before, after: value, ...(isBlank(reason) ? {} : { reason }) },
      });
    }
    await ctx.invalidate(settingsChanged, {});
  });
  return listSettings(ctx);
}

function requireChangeable({ settings }: StaffCtx, values: Update["values"]): void {
  for (const setting of settings.list) {
    if (!Object.hasOwn(values, setting.name) || settings.look(setting).source !== "environment") continue;
    const message = `${setting.variable} is set in this instance’s environment. Change it there and restart.`;
    throw failure(SETTINGS_ERRORS, "SETTING_FIXED", { message });
  }
}

/** Returns what's wrong with the values by themselves, by setting name. */
function findErrors({ settings }: StaffCtx, values: Update["values"]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, text] of Object.entries(values)) {
    const setting = settings.list.find((each) => each.name === name);
    if (!setting) {
      fields[name] = SETTINGS_ERRORS.SETTING_NOT_FOUND.message;
      continue;
    }
    if (UNSEEN.test(text ?? "")) {
      fields[name] = "Remove line breaks and other characters that can’t be seen.";
      continue;
    }
    const { error } = setting.schema.safeParse(text ?? setting.default);
    if (error) fields[name] = error.issues[0]?.message ?? SETTINGS_ERRORS.SETTING_INVALID.message;
  }
  return fields;
}

async function findRefusals(
  ctx: StaffCtx,
  { values, reason }: Pick<Update, "values"> & { reason: string },
): Promise<Record<string, string>> {
  const refusals: Record<string, string> = {};
  for (const setting of ctx.settings.list) {
    if (!Object.hasOwn(values, setting.name)) continue;
    // Null brings the default back, which has to be as fine as any other value.
    const text = values[setting.name] ?? setting.default;
    const isNew = text !== ctx.settings.look(setting).text;
    if (!isNew) continue;
    const isUnexplained = setting.takesReason && isBlank(reason);
    const refusal = (await checks.get(setting.name)?.(ctx, text)) ?? (isUnexplained ? "Say why." : undefined);
    if (refusal !== undefined) refusals[setting.name] = refusal;
  }
  return refusals;
}
