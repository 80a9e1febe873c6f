/*
 * The founder's settings for the whole instance. Each slice defines its settings (`<slice>/settings.ts`) and
 * reads them from `platform.settings`. This slice only shows and changes them.
 */
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { InstanceSetting } from "#src/lib/setting.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { settingsChanged } from "#src/platform/settings.ts";
import { type Notice, SETTINGS_ERRORS, type Setting } from "./contract.ts";
import { settingChanged } from "./events.ts";
import { deleteSetting, upsertSetting } from "./store.ts";

/** Returns a sentence with the reason why the founder can't set this value now, or undefined if they can. */
type SettingCheck = (ctx: StaffCtx, text: string) => Promise<string | undefined>;

const checks = new Map<string, SettingCheck>();

/** Called on load by the slice whose setting needs more than the right format. The check may take a while. */
export function registerSettingCheck({ name }: InstanceSetting<unknown>, check: SettingCheck): void {
  checks.set(name, check);
}

/** Controls, halves of characters, and marks that change the reading direction of the text after them. */
const UNSEEN = /[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u;

const HIDDEN = {
  untrusted:
    "All visitors count as one: they come through a proxy that isn’t trusted. Add this line to the environment and restart.",
  silent:
    "All visitors count as one: they come through a proxy that doesn’t say who they are. Have it send the header X-Forwarded-For.",
} as const;

export async function listSettings({
  settings,
  proxies,
}: StaffCtx): Promise<{ items: Setting[]; notices: Notice[] }> {
  const items = settings.list.map((setting) => {
    const { name, label, hint, input, variable } = setting;
    const { text, source } = settings.look(setting);
    return { name, label, hint, input, value: text, default: setting.default, source, variable };
  });
  const { found } = proxies;
  return { items, notices: found ? [{ message: HIDDEN[found.problem], line: found.line }] : [] };
}

/** Stores all values, or none of them if one is invalid. Every node uses them within a second. */
export async function updateSettings(
  ctx: StaffCtx,
  { values }: { values: Record<string, string | null> },
): Promise<{ items: Setting[]; notices: Notice[] }> {
  const fields: Record<string, string> = {};
  for (const [name, text] of Object.entries(values)) {
    const setting = ctx.settings.list.find((each) => each.name === name);
    if (!setting) {
      fields[name] = "There’s no such setting.";
      continue;
    }
    if (ctx.settings.look(setting).source === "environment") {
      const message = `${setting.variable} is set in this instance’s environment. Change it there and restart.`;
      throw failure(SETTINGS_ERRORS, "SETTING_FIXED", { message });
    }
    if (UNSEEN.test(text ?? "")) {
      fields[name] = "Remove line breaks and other characters that can’t be seen.";
      continue;
    }
    const { error } = setting.schema.safeParse(text ?? setting.default);
    if (error) fields[name] = error.issues[0]?.message ?? SETTINGS_ERRORS.SETTING_INVALID.message;
  }
  if (Object.keys(fields).length === 0) Object.assign(fields, await findRefusals(ctx, values));
  const [message] = Object.values(fields);
  if (message) throw failure(SETTINGS_ERRORS, "SETTING_INVALID", { message, data: { fields } });
  await ctx.write(async (ctx) => {
    const updated_at = ctx.now().toISOString();
    // In a fixed order, so that two simultaneous saves wait for each other instead of deadlocking.
    for (const [name, value] of Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (value === null) await deleteSetting(ctx.db, name);
      else await upsertSetting(ctx.db, { name, value, updated_at });
      await ctx.announce(settingChanged, { account: INSTANCE, subject: name, payload: {} });
    }
    await ctx.invalidate(settingsChanged, {});
  });
  return listSettings(ctx);
}

async function findRefusals(
  ctx: StaffCtx,
  values: Record<string, string | null>,
): Promise<Record<string, string>> {
  const refusals: Record<string, string> = {};
  for (const setting of ctx.settings.list) {
    const text = values[setting.name];
    const isNew = typeof text === "string" && text !== ctx.settings.look(setting).text;
    const refusal = isNew ? await checks.get(setting.name)?.(ctx, text) : undefined;
    if (refusal !== undefined) refusals[setting.name] = refusal;
  }
  return refusals;
}
