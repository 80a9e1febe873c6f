/* Makes a page what it was, by the verbs that people use: limits hold, others' rules too, and each change is announced. */
import { requirePermission } from "#src/features/identity/team/team.ts";
import { removeLinks, restoreLinks } from "#src/features/pages/links/bulk/bulk.ts";
import { LINK_ERRORS, type Link } from "#src/features/pages/links/contract.ts";
import { createLinks } from "#src/features/pages/links/link-batches.ts";
import { listLinks, restoreLink, updateLink } from "#src/features/pages/links/links.ts";
import { orderLinks } from "#src/features/pages/links/order.ts";
import { rowName } from "#src/features/pages/links/rows-rules.ts";
import { carryMarks } from "#src/features/pages/links/staff-marks/staff-marks.ts";
import { updateProfile } from "#src/features/pages/profiles/profile-changes.ts";
import { getProfile, lockProfileInAccount } from "#src/features/pages/profiles/profiles.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import type { Restoration } from "./contract.ts";
import { pageVersionRestored } from "./events.ts";
import { changedFields, changedSettings, type PageState, rowOf, settingsOf } from "./page-state.ts";
import { keepPageVersion, readPage, requireVersion } from "./page-versions.ts";

type Problems = Restoration["problems"];

/** Restores a version. What the page was until then is a version, too, so that this can be undone. */
export async function restorePageVersion(
  ctx: Ctx,
  { profile_id, version_id }: { profile_id: string; version_id: string },
): Promise<Restoration> {
  requirePermission(ctx, "links.edit");
  return ctx.write(async (ctx) => {
    await lockProfileInAccount(ctx, profile_id);
    const { page, made_at } = await requireVersion(ctx, { profile_id, version_id });
    const made_by = actorId(ctx);
    const before = await keepPageVersion(ctx, { profile_id, made_by });
    const problems = await applyPage(ctx, { profile_id, page });
    await keepPageVersion(ctx, { profile_id, made_by, restored_from: made_at });
    await ctx.announce(pageVersionRestored, { subject: profile_id, payload: { version_id } });
    return { ...(await readPage(ctx, { profile_id })), before, problems };
  });
}

interface Application {
  profile_id: string;
  page: PageState;
  /** What new passwords of its rows are checked against, by their ids. */
  hashes?: ReadonlyMap<string, string>;
}

/**
 * Makes a page, which is locked, like another. What isn't possible anymore (a picture that's gone, a rule that's new)
 * is left as it is and told; more links than fit fail as a whole.
 */
export async function applyPage(ctx: Ctx, { profile_id, page, hashes }: Application): Promise<Problems> {
  const problems: Problems = [];
  await applySettings(ctx, { profile_id, page }, problems);
  const ids = await applyRows(ctx, { profile_id, page, ...(hashes && { hashes }) }, problems);
  await applyOrder(ctx, { profile_id, page }, ids);
  return problems;
}

/** Runs a part of it. Its refusal undoes just that part. */
async function attempt<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T | Failure> {
  try {
    return await ctx.write(work);
  } catch (error) {
    const isLimit = error instanceof Failure && error.code === LIMIT;
    if (!(error instanceof Failure) || isLimit) throw error;
    return error;
  }
}

const LIMIT = "LINK_LIMIT" satisfies keyof typeof LINK_ERRORS;

async function applySettings(
  ctx: Ctx,
  { profile_id: id, page }: Application,
  problems: Problems,
): Promise<void> {
  const fields = changedSettings(await getProfile(ctx, { id }), page.profile);
  if (fields.length === 0) return;
  const values = settingsOf(page.profile, fields);
  const all = await attempt(ctx, (ctx) => updateProfile(ctx, { ...values, id }));
  if (!(all instanceof Failure)) return;
  for (const [field, value] of Object.entries(values)) {
    const one = await attempt(ctx, (ctx) => updateProfile(ctx, { [field]: value, id }));
    if (one instanceof Failure) problems.push({ what: page.profile.name, why: one.message });
  }
}

const UNLOCKED = "Its password can’t come back, so it’s hidden.";

/** Returns the ids here of the rows that are back, by those in the version. */
async function applyRows(
  ctx: Ctx,
  { profile_id, page, hashes }: Application,
  problems: Problems,
): Promise<ReadonlyMap<string, string>> {
  const before = new Set((await listLinks(ctx, { profile_id })).items.map(({ id }) => id));
  const wanted = new Set(page.links.map(({ id }) => id));
  await removeLinks(ctx, { profile_id, ids: [...before].filter((id) => !wanted.has(id)) });
  const removed = [...wanted].filter((id) => !before.has(id));
  // If they don't fit all together, each is tried by itself.
  await attempt(ctx, (ctx) => restoreLinks(ctx, { profile_id, ids: removed }));
  const here = new Map((await listLinks(ctx, { profile_id })).items.map((row) => [row.id, row]));
  const ids = new Map<string, string>();
  for (const row of page.links) {
    const parts = { profile_id, row, known: here.get(row.id), hash: hashes?.get(row.id) };
    const back = await attempt(ctx, (ctx) => bringBack(ctx, parts));
    if (back instanceof Failure) problems.push({ what: rowName(row), why: back.message });
    else {
      ids.set(row.id, back.id);
      if (row.has_password && !back.has_password) problems.push({ what: rowName(row), why: UNLOCKED });
    }
  }
  return ids;
}

interface Row {
  profile_id: string;
  row: Link;
  known: Link | undefined;
  hash: string | undefined;
}

async function bringBack(ctx: Ctx, { profile_id, row, known, hash }: Row): Promise<Link> {
  const found = known ?? (await findRemoved(ctx, { profile_id, id: row.id }));
  return found ? changeRow(ctx, { from: found, to: row, hash }) : addAgain(ctx, { profile_id, row, hash });
}

/** One that has been on another page since then stays there. */
async function findRemoved(
  ctx: Ctx,
  { profile_id, id }: { profile_id: string; id: string },
): Promise<Link | undefined> {
  const found = await attempt(ctx, async (ctx) => {
    const link = await restoreLink(ctx, { id });
    if (link.profile_id !== profile_id) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
    return link;
  });
  if (!(found instanceof Failure)) return found;
  if (found.code !== "LINK_NOT_FOUND") throw found;
  return undefined;
}

interface Change {
  from: Link;
  to: Link;
  hash: string | undefined;
}

async function changeRow(ctx: Ctx, { from, to, hash }: Change): Promise<Link> {
  const fields = changedFields(from, to).filter((field) => field !== "parent_id");
  if (fields.length === 0 && hash === undefined) return from;
  const lock = hash === undefined ? lockOf(from, to) : { password_hash: hash };
  return updateLink(ctx, { ...rowOf(to, fields), ...lock, id: from.id });
}

/** What was locked mustn't be open to everyone, and nothing has its password. */
function lockOf(from: Pick<Link, "has_password">, to: Link): { password?: null; is_visible?: false } {
  if (to.has_password === from.has_password) return {};
  return to.has_password ? { is_visible: false } : { password: null };
}

/** What staff decided about the row, wherever it is by now, holds for its copy. */
async function addAgain(ctx: Ctx, { profile_id, row, hash }: Omit<Row, "known">): Promise<Link> {
  const unlocked = row.has_password ? { is_visible: false } : {};
  const locked = hash === undefined ? unlocked : { password_hash: hash };
  const fresh = { ...rowOf(row), ...locked, kind: row.kind, id: ctx.newId() };
  const [made] = await createLinks(ctx, { profile_id, choose: () => [fresh] });
  if (!made) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");
  await carryMarks(ctx, { from: row.id, to: made.id });
  return made;
}

async function applyOrder(
  ctx: Ctx,
  { profile_id, page }: Application,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const { items } = await listLinks(ctx, { profile_id });
  const places = new Map(page.links.flatMap(({ id }, at) => [[ids.get(id) ?? id, at] as const]));
  const placeOf = ({ id }: Link) => places.get(id) ?? items.length;
  const ordered = [...items].sort((one, other) => placeOf(one) - placeOf(other));
  const groups = new Set(items.flatMap(({ kind, id }) => (kind === "group" ? [id] : [])));
  const parents = Object.fromEntries(
    page.links.flatMap(({ id, parent_id }) => {
      const row = ids.get(id);
      const group = parent_id === null ? undefined : ids.get(parent_id);
      return row === undefined ? [] : [[row, group !== undefined && groups.has(group) ? group : null]];
    }),
  );
  const isSame = items.every(({ id, parent_id }, at) => ordered[at]?.id === id && parents[id] === parent_id);
  if (!isSame) await orderLinks(ctx, { profile_id, ids: ordered.map(({ id }) => id), parents });
}
