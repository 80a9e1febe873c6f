import type { UsedKind, Uses } from "#src/kit/uses.ts";
import { segmentsApi } from "./segment-queries.ts";

/** The names of the segments and of the rules that are about any of these. */
export async function listSegmentUses(kind: UsedKind, ids: readonly string[]): Promise<Uses> {
  const { items } = await segmentsApi.uses.call({ kind, ids: [...ids] });
  const named = (wanted: "segment" | "automation") =>
    items.filter((one) => one.kind === wanted).map(({ name }) => name);
  return { segments: named("segment"), rules: named("automation") };
}
