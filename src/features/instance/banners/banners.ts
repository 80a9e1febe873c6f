/* Banners: what the people who run the instance say on top of every dashboard, and who has read it. */
import { requirePerson, requireStaff } from "#src/features/identity/accounts/accounts.ts";
import { isStaffForAny } from "#src/features/identity/team/rules.ts";
import { hasPremium } from "#src/features/money/entitlements/entitlements.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { Ctx, StaffCtx } from "#src/platform/context.ts";
import { BANNER_ERRORS, type Banner, type BannerParts, type ShownBanner } from "./contract.ts";
import { bannerRemoved, bannerSaved } from "./events.ts";
import { BANNERS_MAX, bannerState, isFor, SHOWN_MAX } from "./rules.ts";
import {
  countBanners,
  deleteBanner,
  deleteDismissals,
  findBanner,
  insertDismissal,
  listBannerRows,
  listOpenBanners,
  lockBanners,
  upsertBanner,
} from "./store.ts";

interface OfBanner {
  id: string;
}

export async function listBanners(ctx: StaffCtx): Promise<{ items: Banner[] }> {
  const rows = await listBannerRows(ctx.db);
  return { items: rows.map((row) => toBanner(row, ctx.now())) };
}

function toBanner({ row: { updated_by, ...row }, by, dismissed }: Listed, now: Date): Banner {
  return { ...row, by, dismissed, state: bannerState(row, now) };
}
type Listed = Awaited<ReturnType<typeof listBannerRows>>[number];

/** The same id twice is one banner. */
export async function saveBanner(ctx: StaffCtx, { id, ...parts }: BannerParts & OfBanner): Promise<Banner> {
  if (!isId(id)) throw failure(BANNER_ERRORS, "BANNER_NOT_FOUND");
  if (parts.texts.en === "") throw failure(BANNER_ERRORS, "BANNER_EMPTY");
  const { from_at, until_at } = parts;
  if (from_at !== null && until_at !== null && until_at <= from_at)
    throw failure(BANNER_ERRORS, "BANNER_TIMES_WRONG");
  const row = { ...parts, url: requireUrl(parts.url) };
  const { person } = requireStaff(ctx);
  return ctx.write(async (ctx) => {
    await lockBanners(ctx.db);
    const before = await findBanner(ctx.db, id);
    if (!before && (await countBanners(ctx.db)) >= BANNERS_MAX)
      throw failure(BANNER_ERRORS, "BANNERS_TOO_MANY");
    await upsertBanner(ctx.db, { id, ...row, updated_by: person.id, updated_at: ctx.now().toISOString() });
    // Whoever dismissed what it said hasn't read what it says now.
    if (before && (before.texts.en !== row.texts.en || before.texts.es !== row.texts.es))
      await deleteDismissals(ctx.db, id);
    await ctx.announce(bannerSaved, { account: INSTANCE, subject: id, payload: { text: row.texts.en } });
    const [saved] = await listBannerRows(ctx.db, id);
    if (!saved) throw failure(BANNER_ERRORS, "BANNER_NOT_FOUND");
    return toBanner(saved, ctx.now());
  });
}

/** Returns a web URL, or a path of this instance; anything else could run in the reader's name. */
function requireUrl(url: string): string {
  if (url === "") return "";
  if (/^\/(?![/\\])[^\s\\]*$/.test(url)) return url;
  const checked = /^https?:\/\//i.test(url) ? checkUrl(url, { allowLocal: true }) : undefined;
  if (!checked?.ok) throw failure(BANNER_ERRORS, "BANNER_URL_WRONG");
  return checked.url;
}

export async function removeBanner(ctx: StaffCtx, { id }: OfBanner): Promise<OfBanner> {
  return ctx.write(async (ctx) => {
    await lockBanners(ctx.db);
    const row = isId(id) ? await findBanner(ctx.db, id) : undefined;
    if (!row) throw failure(BANNER_ERRORS, "BANNER_NOT_FOUND");
    await deleteBanner(ctx.db, id);
    await ctx.announce(bannerRemoved, { account: INSTANCE, subject: id, payload: { text: row.texts.en } });
    return { id };
  });
}

/** A plan is the person's own, whichever account they're working in. */
export async function listShownBanners(ctx: Ctx): Promise<{ items: ShownBanner[] }> {
  const person = requirePerson(ctx);
  const rows = await listOpenBanners(ctx.db, { person: person.id, now: ctx.now().toISOString() });
  if (rows.length === 0) return { items: [] };
  const reader = { isStaff: isStaffForAny(person.role), hasPremium: await hasPremium(ctx, person.id) };
  const items = rows
    .filter(({ audience }) => isFor(audience, reader))
    .slice(0, SHOWN_MAX)
    .map(({ id, texts, tone, url, labels }) => ({ id, texts, tone, url, labels }));
  return { items };
}

/** Dismissed twice, as in two tabs, it's dismissed once. */
export async function dismissBanner(ctx: Ctx, { id }: OfBanner): Promise<OfBanner> {
  const { id: user_id } = requirePerson(ctx);
  await ctx.write(async (ctx) => {
    // One that's gone doesn't come back.
    if (!isId(id) || !(await findBanner(ctx.db, id))) return;
    await insertDismissal(ctx.db, { banner_id: id, user_id, dismissed_at: ctx.now().toISOString() });
  });
  return { id };
}
