/*
 * Links to chosen figures of a page, for anyone who has one. The secret in a link is derived from its row and the
 * instance's secret: a copy of the database opens none of them, and owners can copy a link again. Without the row,
 * which revoking deletes, it's worth nothing.
 */
import type * as z from "zod";
import { ANALYTICS_ERRORS } from "#src/features/insights/analytics/contract.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { FIGURES_PATH } from "#src/lib/paths.ts";
import { cleanText } from "#src/lib/text.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { wallTime } from "#src/lib/time-zones.ts";
import {
  actorId,
  type Ctx,
  canAccessProfile,
  type Platform,
  type VisitorCtx,
} from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Limit } from "#src/platform/limits.ts";
import { figuresShared, shareRevoked } from "../events.ts";
import { SHARE_ABOUT_CHARS_MAX, SHARES_MAX } from "./share-rules.ts";
import { SHARE_ERRORS, type Share, type sharesContract } from "./shares-contract.ts";
import {
  countShares,
  deleteShare,
  findLinkedShare,
  findShare,
  insertShare,
  listShareRows,
  type ShareRow,
} from "./shares-store.ts";

export { checkFigures, getSharedFigures } from "./shared-figures.ts";

type Input<Name extends keyof typeof sharesContract> = z.output<
  NonNullable<(typeof sharesContract)[Name]["~orpc"]["inputSchema"]>
>;

const PURPOSE = "reports.share";
const secretText = ({ made_in, user_id, id }: Pick<ShareRow, "made_in" | "user_id" | "id">) =>
  `${made_in ?? user_id} ${id}`;

/** Counts invalid links. */
const WRONG_LINKS: Limit = { name: "reports.share", attempts: 60, seconds: 3600 };

function urlOf({ vault, instance }: Platform, row: ShareRow): string {
  const token = row.id.replaceAll("-", "") + vault.digest(PURPOSE, secretText(row));
  return `${instance.publicUrl}${FIGURES_PATH}/${token}`;
}

function toShare(platform: Platform, row: ShareRow, name: string): Share {
  const { id, profile_id, kind, parts, period, ends_on, created_at } = row;
  const profile = { id: profile_id, name };
  return { id, profile, kind, parts, period, ends_on, url: urlOf(platform, row), created_at };
}

export async function listShares(ctx: Ctx): Promise<{ items: Share[] }> {
  const rows = await listShareRows(ctx.db, ctx.account);
  return {
    items: rows
      .filter(({ share }) => canAccessProfile(ctx, share.profile_id))
      .map(({ share, name }) => toShare(ctx, share, name)),
  };
}

export async function shareFigures(ctx: Ctx, input: Input<"create">): Promise<Share> {
  const { profile_id, kind, parts, period, zone, ends_on = null } = input;
  if (!isTimeZone(zone)) throw failure(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN");
  const { name } = await requireProfile(ctx, profile_id);
  if (ends_on !== null && ends_on < wallTime(zone, ctx.now()).slice(0, 10))
    throw failure(SHARE_ERRORS, "SHARE_END_PAST");
  const row: ShareRow = {
    user_id: ctx.account,
    id: ctx.newId(),
    profile_id,
    kind,
    parts: [...new Set(parts)],
    period,
    intro: cleanText(input.about, SHARE_ABOUT_CHARS_MAX),
    zone,
    ends_on,
    made_by: actorId(ctx),
    made_in: null,
    created_at: ctx.now().toISOString(),
  };
  await ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "reports", ctx.account);
    if ((await countShares(ctx.db, ctx.account)) >= SHARES_MAX) throw failure(SHARE_ERRORS, "SHARE_LIMIT");
    await insertShare(ctx.db, row);
    await ctx.announce(figuresShared, { subject: row.id, payload: { profile_id } });
  });
  return toShare(ctx, row, name);
}

export async function revokeShare(ctx: Ctx, { id }: Input<"revoke">): Promise<{ id: string }> {
  await ctx.write(async (ctx) => {
    const row = isId(id) ? await findShare(ctx.db, { account: ctx.account, id }) : undefined;
    if (!row || !canAccessProfile(ctx, row.profile_id)) throw failure(SHARE_ERRORS, "SHARE_NOT_FOUND");
    await deleteShare(ctx.db, { account: ctx.account, id });
    await ctx.announce(shareRevoked, { subject: id, payload: { profile_id: row.profile_id } });
  });
  return { id };
}

type Linked = NonNullable<Awaited<ReturnType<typeof findLinkedShare>>>;

/** Returns what a link shows; undefined if it isn't ours, is over, was revoked, or if visitors can't see its page. */
export async function findSharedLink(visit: VisitorCtx, token: string): Promise<Linked | undefined> {
  const [, hex, secret] = /^([0-9a-f]{32})([\w-]{43})$/.exec(token) ?? [];
  const id = hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const found = id === undefined ? undefined : await findLinkedShare(visit.db, id);
  if (!found || !visit.vault.recognizes(PURPOSE, secretText(found.share), secret ?? "")) {
    await visit.limits.count(WRONG_LINKS, visit.request.address);
    return undefined;
  }
  const { share } = found;
  const isOver = share.ends_on !== null && wallTime(zoneOf(share), visit.now()).slice(0, 10) > share.ends_on;
  return isOver ? undefined : found;
}

const zoneOf = ({ zone }: ShareRow) => (isTimeZone(zone) ? zone : "UTC");
