/* Sums over the rollups, for slices that ask about several pages or about periods of their own. */
import { findProgress } from "#src/features/insights/clicks/clicks.ts";
import type { Db } from "#src/platform/db/database.ts";
import { type GrainSpan, planGrains } from "./grain-plan.ts";

export {
  type BucketSpan,
  type Figures,
  type KeyRow,
  listBuckets,
  listFirstMoments,
  listKeys,
} from "./store.ts";

/** Returns what plans periods by how far days and months are added up. */
export async function findPlanner(db: Db): Promise<(range: { from: number; to: number }) => GrainSpan[]> {
  const progress = await findProgress(db);
  const done = { day: progress?.day.getTime() ?? 0, month: progress?.month.getTime() ?? 0 };
  return (range) => planGrains(range, done);
}
