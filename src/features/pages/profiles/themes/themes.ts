/* Looks that were saved in an account, for all of its pages. A page that has one keeps it, whatever becomes of it. */
import type * as z from "zod";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { themeDeleted, themeSaved } from "../events.ts";
import { cleanLine } from "../rules.ts";
import { lockAccount } from "../store.ts";
import { parseTheme } from "../theme-changes.ts";
import { lookOf, THEME_NAME_CHARS_MAX, THEMES_MAX } from "./theme-file-rules.ts";
import {
  countThemes,
  deleteThemeRow,
  findThemeRow,
  insertTheme,
  listThemeRows,
  type ThemeRow,
} from "./theme-store.ts";
import { createThemeSchema, THEME_ERRORS, type Theme } from "./themes-contract.ts";

export async function listThemes(ctx: Ctx): Promise<{ items: Theme[] }> {
  return { items: (await listThemeRows(ctx.db, ctx.account)).map(toTheme) };
}

/** Keeps a theme. A form sent twice has the same id both times and keeps one. */
export async function createTheme(ctx: Ctx, input: z.output<typeof createThemeSchema>): Promise<Theme> {
  requireWholeAccount(ctx);
  const { name, theme } = parseNamed(input);
  // Ids are the account's own, so that nobody learns which others have.
  const id = derivedId(ctx.account, input.id ?? ctx.newId());
  return ctx.write(async (ctx) => {
    await lockAccount(ctx.db, ctx.account);
    const known = await findThemeRow(ctx.db, { account: ctx.account, id });
    if (known) return toTheme(known);
    if ((await countThemes(ctx.db, ctx.account)) >= THEMES_MAX) throw failure(THEME_ERRORS, "THEME_LIMIT");
    const row = { id, user_id: ctx.account, name, theme, created_at: ctx.now().toISOString() };
    await insertTheme(ctx.db, row);
    await ctx.announce(themeSaved, { subject: id, payload: {} });
    return toTheme(row);
  });
}

/** Returns a theme and its name as they're stored. */
export function parseNamed(input: Pick<z.output<typeof createThemeSchema>, "name" | "theme">) {
  const name = cleanLine(input.name, THEME_NAME_CHARS_MAX);
  if (name === null) throw failure(THEME_ERRORS, "THEME_NAME_REQUIRED", { data: { field: "name" } });
  return { name, theme: lookOf(parseTheme(input.theme)) };
}

export async function deleteTheme(ctx: Ctx, { id }: { id: string }): Promise<Theme> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    const row = isId(id) ? await deleteThemeRow(ctx.db, { account: ctx.account, id }) : undefined;
    if (!row) throw failure(THEME_ERRORS, "THEME_NOT_FOUND");
    await ctx.announce(themeDeleted, { subject: id, payload: {} });
    return toTheme(row);
  });
}

export function toTheme({ id, name, theme, created_at }: Omit<ThemeRow, "user_id">): Theme {
  return { id, name, theme: lookOf(theme), created_at };
}

/** Restores themes from an account's export. */
export async function restoreThemes(ctx: Ctx, from: ExportReader): Promise<undefined> {
  const own = new Set((await listThemeRows(ctx.db, ctx.account)).map(({ id }) => id));
  for (const theme of await from.rows("themes", createThemeSchema))
    if (!own.has(theme.id ?? "")) await from.trying(theme.name, () => createTheme(ctx, theme));
}
