/* What a filter names that isn't there anymore, for those who keep filters. */
import { listProfiles } from "#src/features/pages/profiles/profiles.ts";
import type { Ctx } from "#src/platform/context.ts";
import { listUnusedTags } from "./filter-store.ts";
import { listTeammates } from "./pipeline.ts";
import { findSettings } from "./settings-store.ts";

interface Named {
  tags: readonly string[];
  profileIds: readonly string[];
  stageId: string | undefined;
  ownerId: string | undefined;
}

export interface StaleReferences {
  /** Tags that no lead has, and that nobody could pick. */
  tags: string[];
  isProfile: boolean;
  isStage: boolean;
  isTeammate: boolean;
}

export async function findStaleReferences(
  ctx: Ctx,
  { tags, profileIds, stageId, ownerId }: Named,
): Promise<StaleReferences> {
  const { tags: known, stages } = await findSettings(ctx.db, ctx.account);
  const profiles = profileIds.length > 0 ? (await listProfiles(ctx, {})).items : [];
  const teammates = ownerId === undefined ? [] : (await listTeammates(ctx)).items;
  const isThere = (items: readonly { id: string }[], wanted: string) =>
    items.some(({ id }) => id === wanted.toLowerCase());
  return {
    tags: await listUnusedTags(
      ctx.db,
      ctx.account,
      tags.filter((tag) => !known.includes(tag)),
    ),
    isProfile: !profileIds.every((id) => isThere(profiles, id)),
    isStage: stageId !== undefined && !isThere(stages, stageId),
    isTeammate: ownerId !== undefined && !teammates.some(({ id }) => id === ownerId),
  };
}
