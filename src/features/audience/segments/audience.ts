/*
 * Segments: parts of an account's contacts, by their data. A segment is a value (`contract.ts`) that other
 * slices store: a campaign has one as its audience. The contacts in it are determined at the time of use
 * (`contactsIn`). `contacts` defines the filters of the table of leads, and how they find rows.
 */
import { getContactSettings } from "#src/features/audience/contacts/fields/fields.ts";
import { listTeammates } from "#src/features/audience/contacts/pipeline/pipeline.ts";
import { listProfiles } from "#src/features/pages/profiles/profiles.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Segment } from "./audience-contract.ts";
import { listUnusedTags } from "./filter-store.ts";

export { contactsIn } from "./filter-store.ts";

export interface StaleReferences {
  /** Tags that no lead has, and that can't be picked. */
  tags: string[];
  isProfile: boolean;
  isStage: boolean;
  isTeammate: boolean;
}

/** Returns the deleted things that a segment refers to. */
export async function findStaleReferences(
  ctx: Ctx,
  { tags, profile_ids, filter = {} }: Segment,
): Promise<StaleReferences> {
  const { tag, profile_id, stage_id, owner_id } = filter;
  const named = tag === undefined ? tags : [...tags, tag];
  const profileIds = profile_id === undefined ? profile_ids : [...profile_ids, profile_id];
  const { tags: known, stages } = await getContactSettings(ctx, ctx);
  const profiles = profileIds.length > 0 ? (await listProfiles(ctx, {})).items : [];
  const teammates = owner_id === undefined ? [] : (await listTeammates(ctx)).items;
  const isThere = (items: readonly { id: string }[], wanted: string) =>
    items.some(({ id }) => id === wanted.toLowerCase());
  return {
    tags: await listUnusedTags(
      ctx.db,
      ctx.account,
      named.filter((one) => !known.includes(one)),
    ),
    isProfile: !profileIds.every((id) => isThere(profiles, id)),
    isStage: stage_id !== undefined && !isThere(stages, stage_id),
    isTeammate: owner_id !== undefined && !teammates.some(({ id }) => id === owner_id),
  };
}
