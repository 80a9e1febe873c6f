/*
 * A link's history: what each change made of it, and what it was before. Restoring is a change like any other,
 * by the link's form or the API, so that the same rules apply. Events don't have any of this, because they
 * outlive what they're about.
 */
import { isDeepStrictEqual } from "node:util";
import { UNNAMED } from "#src/features/instance/audit/contract.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import { requireLink } from "../page-rows.ts";
import type { LinkRow } from "../store.ts";
import { toLink } from "../to-link.ts";
import type { LinkVersion } from "./history-contract.ts";
import { deleteOldVersions, insertVersions, listVersions, type VersionRow } from "./version-store.ts";

/** What follows from other columns, or is nobody's to restore. */
const UNTOLD = new Set(["opened_count", "is_short_name_own", "position", "updated_at", "click_count"]);

type Values = Record<string, unknown>;

interface Change {
  row: Pick<LinkRow, "id" | "profile_id" | "user_id"> & Partial<LinkRow>;
  changes: Partial<LinkRow>;
}

/** Writes down changes of links, in their transaction. */
export async function recordVersions(ctx: Ctx, changed: readonly Change[]): Promise<void> {
  const rows = changed.flatMap((change) => versionOf(ctx, change) ?? []);
  if (rows.length === 0) return;
  await insertVersions(ctx.db, rows);
  await deleteOldVersions(
    ctx.db,
    rows.map(({ link_id }) => link_id),
  );
}

/** Undefined if nothing of a change is for the history. */
function versionOf(ctx: Ctx, { row, changes }: Change): VersionRow | undefined {
  const [before, after]: [Values, Values] = [{}, {}];
  for (const [column, value] of Object.entries(changes)) {
    if (UNTOLD.has(column)) continue;
    const isSecret = column === "password_hash";
    const field = isSecret ? "password" : column;
    before[field] = isSecret ? null : row[column as keyof LinkRow];
    after[field] = isSecret ? null : value;
  }
  if (Object.keys(after).length === 0) return undefined;
  const { type } = ctx.actor;
  return {
    id: ctx.newId(),
    link_id: row.id,
    profile_id: row.profile_id,
    user_id: row.user_id,
    changed_at: ctx.now().toISOString(),
    changed_through: type,
    changed_by: type === "person" ? actorId(ctx) : null,
    before,
    after,
  };
}

export async function listHistory(ctx: Ctx, { id }: { id: string }): Promise<{ items: LinkVersion[] }> {
  const row = await requireLink(ctx, id);
  const now: Values = toLink(row);
  const earlier: Values = {};
  const items = (await listVersions(ctx.db, row.id)).map(({ version, person }): LinkVersion => {
    // Each older version says better what the link was before all that came after it.
    Object.assign(earlier, version.before);
    return {
      id: version.id,
      time: version.changed_at,
      who: whoIs(ctx, version, person),
      changes: Object.keys(version.after).map((field) => {
        return { field, before: version.before[field] ?? null, after: version.after[field] ?? null };
      }),
      restores: Object.fromEntries(
        Object.entries(earlier).filter(
          ([field, value]) => field !== "password" && !isDeepStrictEqual(value, now[field]),
        ),
      ),
    };
  });
  return { items };
}

function whoIs({ settings }: Ctx, { changed_through }: VersionRow, person: string | null): string {
  if (person !== null) return person;
  if (changed_through === "system") return settings.get(INSTANCE_NAME);
  if (changed_through === "staff") return UNNAMED.staff;
  return changed_through === "api-key" ? UNNAMED.program : UNNAMED.person;
}

export { deleteVersionsOf } from "./version-store.ts";
