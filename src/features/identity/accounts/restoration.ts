import * as z from "zod";
import { isLanguage } from "#src/lib/language.ts";
import type { ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { requireRow, updateMe } from "./person.ts";

const code = z.string().max(100).nullable();
const exportedSettings = z.object({ timeZone: code, region: code, language: code });

/** Restores personal settings that aren't set here. */
export async function restoreSettings(ctx: Ctx, from: ExportReader): Promise<undefined> {
  const [theirs] = await from.rows("settings", exportedSettings);
  if (!theirs) return;
  const mine = await requireRow(ctx);
  const { timeZone: time_zone, region, language } = theirs;
  for (const change of [
    mine.time_zone === null && time_zone !== null && { time_zone },
    mine.region === null && region !== null && { region },
    mine.language === null && language !== null && isLanguage(language) && { language },
  ])
    if (change) await from.trying("Settings", () => updateMe(ctx, change));
}
