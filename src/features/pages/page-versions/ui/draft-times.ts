import type { PageDraft } from "#src/features/pages/page-versions/drafts/draft-contract.ts";
import { currentZone } from "#src/kit/zone.ts";
import { addWallDays, isWallTime, momentIn, wallTime } from "#src/lib/time-zones.ts";

/** Wall times are the reader's own. */
export interface PublishForm {
  isLater: boolean;
  wall: string;
  goesBack: boolean;
  backWall: string;
}

const HOUR_MS = 3_600_000;

/** What's planned already, or the next full hour and a day after it. */
export function newPublishForm({ publish_at, is_live, ...draft }: PageDraft, now = new Date()): PublishForm {
  // When the last one goes back isn't this one's time.
  const revert_at = is_live ? null : draft.revert_at;
  const wallOf = (at: string) => wallTime(currentZone(), new Date(at));
  const nextHour = new Date(Math.ceil((now.getTime() + 1) / HOUR_MS) * HOUR_MS).toISOString();
  const wall = wallOf(publish_at ?? nextHour);
  return {
    isLater: publish_at !== null,
    wall,
    goesBack: revert_at !== null,
    backWall: revert_at === null ? addWallDays(wall, 1) : wallOf(revert_at),
  };
}

/** Undefined while a time isn't complete. */
export function timesOf({ isLater, wall, goesBack, backWall }: PublishForm) {
  if ((isLater && !isWallTime(wall)) || (goesBack && !isWallTime(backWall))) return undefined;
  const momentOf = (clock: string) => momentIn(currentZone(), clock).toISOString();
  return { publish_at: isLater ? momentOf(wall) : null, revert_at: goesBack ? momentOf(backWall) : null };
}
