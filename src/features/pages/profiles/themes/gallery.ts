/*
 * The gallery: looks that staff offer to every account of the instance. Offering copies a theme, and so does
 * applying it, so that nobody's page changes when a theme is taken back.
 */
import type * as z from "zod";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { Ctx, StaffCtx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { themeOffered, themeTakenBack } from "../events.ts";
import {
  countOfferedThemes,
  deleteOfferedTheme,
  findOfferedTheme,
  insertOfferedTheme,
  listOfferedThemeRows,
} from "./gallery-store.ts";
import { GALLERY_MAX } from "./theme-file-rules.ts";
import { parseNamed, toTheme } from "./themes.ts";
import { type createThemeSchema, THEME_ERRORS, type Theme } from "./themes-contract.ts";

export async function listOfferedThemes({ db }: Ctx): Promise<{ items: Theme[] }> {
  return { items: (await listOfferedThemeRows(db)).map(toTheme) };
}

/** Offers a copy. It has the saved theme's id, so that offering one twice keeps one. */
export async function offerTheme(ctx: StaffCtx, input: z.output<typeof createThemeSchema>): Promise<Theme> {
  const named = parseNamed(input);
  const id = input.id ?? ctx.newId();
  return ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "theme-gallery");
    const known = await findOfferedTheme(ctx.db, id);
    if (known) return toTheme(known);
    if ((await countOfferedThemes(ctx.db)) >= GALLERY_MAX) throw failure(THEME_ERRORS, "GALLERY_LIMIT");
    const row = { id, ...named, created_at: ctx.now().toISOString() };
    await insertOfferedTheme(ctx.db, row);
    await ctx.announce(themeOffered, { account: INSTANCE, subject: id, payload: { name: row.name } });
    return toTheme(row);
  });
}

export async function takeThemeBack(ctx: StaffCtx, { id }: { id: string }): Promise<Theme> {
  return ctx.write(async (ctx) => {
    const row = isId(id) ? await deleteOfferedTheme(ctx.db, id) : undefined;
    if (!row) throw failure(THEME_ERRORS, "THEME_NOT_FOUND");
    await ctx.announce(themeTakenBack, { account: INSTANCE, subject: id, payload: { name: row.name } });
    return toTheme(row);
  });
}
