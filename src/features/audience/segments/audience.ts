/*
 * Audiences: whom a campaign is for, as a value that it stores: tags, pages, and any filter of the table of
 * leads, such as a segment. Who's in one is determined at the time of use (`contactsIn`).
 */
import { getContactSettings } from "#src/features/audience/contacts/fields/fields.ts";
import { listTeammates } from "#src/features/audience/contacts/pipeline/pipeline.ts";
import { listProfiles } from "#src/features/pages/profiles/profiles.ts";
import { isId } from "#src/lib/endpoint.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Segment } from "./audience-contract.ts";
import { type AudienceTime, listUnusedTags } from "./filter-store.ts";
import { isInSegment } from "./membership.ts";
import { findSegmentRow } from "./store.ts";

export { type AudienceTime, contactsIn } from "./filter-store.ts";

export interface StaleReferences {
  /** Tags that no lead has, and that can't be picked. */
  tags: string[];
  isProfile: boolean;
  isStage: boolean;
  isTeammate: boolean;
  isSegment: boolean;
}

/** What being in an audience's segment means now. Undefined if it has none, or it's gone. */
export async function segmentTestOf(ctx: Ctx, { filter }: Segment): Promise<AudienceTime["isInSegment"]> {
  const id = filter?.segment_id;
  if (id === undefined || !(await hasSegment(ctx, id))) return undefined;
  return isInSegment(ctx, id);
}

async function hasSegment({ db, account }: Ctx, id: string): Promise<boolean> {
  return isId(id) && (await findSegmentRow(db, { account, id })) !== undefined;
}

/** Returns the deleted things that a segment refers to. */
export async function findStaleReferences(
  ctx: Ctx,
  { tags, profile_ids, filter = {} }: Segment,
): Promise<StaleReferences> {
  const { tag, profile_id, stage_id, owner_id, segment_id } = filter;
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
    isSegment: segment_id !== undefined && !(await hasSegment(ctx, segment_id)),
  };
}
