import type { UsedKind } from "#src/kit/uses.ts";
import { segmentsApi } from "./segment-queries.ts";

/** The names of the segments that are about any of these. */
export async function listSegmentUses(kind: UsedKind, ids: readonly string[]): Promise<readonly string[]> {
  const { items } = await segmentsApi.uses.call({ kind, ids: [...ids] });
  return items.map(({ name }) => name);
}
