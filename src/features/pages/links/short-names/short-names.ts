/*
 * Links' short names: what follows `/go/` instead of an id. At the instance's own host, a name is one
 * account's; at an owner's domain, each account has its own. A link that changes its name keeps the one before
 * for as long as profiles keep their old usernames.
 */
import { invalidatePage, type ProfileRow, requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { reservedUntil } from "#src/features/pages/profiles/rules.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { BLOCK_ERRORS } from "../blocks-contract.ts";
import type { LinkRow } from "../store.ts";
import { SHORT_NAME_ERRORS } from "./contract.ts";
import { createLoopFinder, type Leading } from "./loops.ts";
import {
  deleteLateNames,
  deleteName,
  findNamedLink,
  type Holding,
  insertName,
  listHoldings,
  lockNames,
  updateName,
  updateNameless,
} from "./name-store.ts";
import { foldedName, isShortName, shortNameProblem } from "./rules.ts";

type Named = Pick<LinkRow, "id" | "url" | "short_name" | "is_short_name_own">;
type Names = Pick<LinkRow, "short_name" | "is_short_name_own">;
type Place = Pick<ProfileRow, "id" | "user_id" | "domain">;

/** Returns the name that a form asks for: null for none, undefined if it says nothing of it. */
export function parseShortName(typed: string | null | undefined): string | null | undefined {
  if (typed === undefined) return undefined;
  const name = foldedName(typed ?? "");
  if (name === "") return null;
  const problem = shortNameProblem(name);
  if (problem) throw failure(SHORT_NAME_ERRORS, problem, { data: { field: "short_name" } });
  return name;
}

/** Gives a link a name, or none, and keeps the one it had. Returns what changes in its row. */
export async function assignName(
  ctx: Ctx,
  { link, profile, name }: { link: Named; profile: Place; name: string | null },
): Promise<Names> {
  const unchanged = { short_name: link.short_name, is_short_name_own: link.is_short_name_own };
  if (name === link.short_name) return unchanged;
  if (name !== null && link.url === "")
    throw failure(BLOCK_ERRORS, "OPTION_UNAVAILABLE", { message: NOT_A_LINK });
  await lockNames(ctx.db);
  const holdings = name === null ? [] : await listHoldings(ctx.db, name);
  const isOwn = name !== null && requireFree(ctx, holdings, { link, profile });
  await retireName(ctx, link);
  if (name === null) return { short_name: null, is_short_name_own: false };
  for (const held of holdings)
    if (held.user_id === profile.user_id || (held.is_shared && !isOwn)) await takeName(ctx, held);
  await insertName(ctx.db, {
    id: ctx.newId(),
    name,
    user_id: profile.user_id,
    profile_id: profile.id,
    link_id: link.id,
    is_shared: !isOwn,
    since: ctx.now().toISOString(),
    kept_until: null,
  });
  return { short_name: name, is_short_name_own: isOwn };
}

const NOT_A_LINK = "Only what leads somewhere can have a short name.";

/** Rejects a name that's taken. Returns true if it's free only at the page's own domain. */
function requireFree(
  ctx: Ctx,
  holdings: readonly Holding[],
  { link, profile }: { link: Pick<LinkRow, "id">; profile: Place },
): boolean {
  const verdict = verdictOn(holdings, { linkId: link.id, profile, now: ctx.now() });
  if (verdict === "taken")
    throw failure(SHORT_NAME_ERRORS, "SHORT_NAME_TAKEN", { data: { field: "short_name" } });
  return verdict === "own";
}

interface Wanting {
  linkId: string | undefined;
  profile: Pick<Place, "user_id" | "domain">;
  now: Date;
}

function verdictOn(
  holdings: readonly Holding[],
  { linkId, profile, now }: Wanting,
): "free" | "own" | "taken" {
  const inUse = holdings.filter((held) => held.link_id !== linkId && !isOver(held, now));
  const [own, others] = [true, false].map((isOwn) =>
    inUse.filter((held) => (held.user_id === profile.user_id) === isOwn),
  );
  // An account may give the names that its links had before, or have in the trash, to its other links.
  if (own?.some(({ kept_until, deleted_at }) => kept_until === null && deleted_at === null)) return "taken";
  if (!others?.some(({ is_shared }) => is_shared)) return "free";
  return profile.domain ? "own" : "taken";
}

/** True if nobody has the name any longer: its time is over, or the link that had it has been gone as long. */
function isOver({ since, kept_until, deleted_at }: Holding, now: Date): boolean {
  const end = kept_until ?? (deleted_at && reservedUntil(new Date(since), new Date(deleted_at)));
  return end !== null && new Date(end) <= now;
}

/** Keeps a link's present name as one of its earlier ones. */
async function retireName(ctx: Ctx, link: Named): Promise<void> {
  if (link.short_name === null) return;
  const held = (await listHoldings(ctx.db, link.short_name)).find(({ link_id }) => link_id === link.id);
  if (!held) return;
  const kept_until = reservedUntil(new Date(held.since), ctx.now()).toISOString();
  await updateName(ctx.db, held.id, { kept_until });
}

/** Takes a name that's free from whoever had it. */
async function takeName(ctx: Ctx, held: Holding): Promise<void> {
  await deleteName(ctx.db, held.id);
  if (held.kept_until === null) await updateNameless(ctx.db, held.link_id);
  await invalidatePage(ctx, { account: held.user_id, id: held.profile_id });
}

/** Like `assignName`, for copies and imports: a name that isn't free, or that its link leads to, is left out. */
export async function assignFreeName(
  ctx: Ctx,
  { link, profile, typed }: { link: Named & Leading; profile: Place; typed: string | null | undefined },
): Promise<Names | undefined> {
  const name = foldedName(typed ?? "");
  if (shortNameProblem(name)) return undefined;
  const verdict = verdictOn(await listHoldings(ctx.db, name), { linkId: link.id, profile, now: ctx.now() });
  if (verdict === "taken") return undefined;
  const isLoop = await createLoopFinder(ctx).findLoop({ ...link, short_name: name }, profile);
  return isLoop ? undefined : assignName(ctx, { link, profile, name });
}

export async function checkShortName(
  ctx: Ctx,
  { profile_id, link_id, name: typed }: { name: string; link_id?: string | undefined; profile_id: string },
) {
  const profile = await requireProfile(ctx, profile_id);
  const name = foldedName(typed);
  const problem = shortNameProblem(name);
  if (problem) return { name, problem, is_own: false };
  const now = ctx.now();
  const verdict = verdictOn(await listHoldings(ctx.db, name), {
    linkId: link_id?.toLowerCase(),
    profile,
    now,
  });
  return {
    name,
    problem: verdict === "taken" ? ("SHORT_NAME_TAKEN" as const) : null,
    is_own: verdict === "own",
  };
}

/** Finds the link that a name leads to, at an owner's domain or at the instance's own host. */
export async function findLinkByName(
  { db, now }: Platform,
  { name, account }: { name: string; account: string | undefined },
): Promise<string | undefined> {
  return isShortName(name) ? findNamedLink(db, { name, account, now: now().toISOString() }) : undefined;
}

export async function purgeNames({ db, now }: Platform): Promise<void> {
  await deleteLateNames(db, now().toISOString());
}

export { createLoopFinder, requireNoLoop } from "./loops.ts";
export { moveNames } from "./name-moves.ts";
export { deleteNamesOf, listNameClashes } from "./name-store.ts";
