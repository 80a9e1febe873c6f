import type { InferContractRouterOutputs } from "@orpc/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { type Segment, segmentsContract } from "#src/features/audience/segments/segments-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const segmentsApi = clientFor("segments", segmentsContract);

type Outputs = InferContractRouterOutputs<typeof segmentsContract>;

/* The client's types of answers end at conditions, because these contain themselves. */

export function segmentsQuery() {
  return {
    ...segmentsApi.list.queryOptions({}),
    select: ({ items }: { items: object[] }) => ({ items: items as Segment[] }),
  };
}

export function segmentQuery(id: string) {
  return {
    ...segmentsApi.get.queryOptions({ input: { id } }),
    select: (segment: object) => segment as Segment,
  };
}

export function previewQuery(condition: Condition, enabled: boolean) {
  return {
    ...segmentsApi.preview.queryOptions({ input: { condition }, enabled }),
    select: (preview: object) => preview as Outputs["preview"],
  };
}

export function explainQuery(input: { segment_id: string; contact_id: string }) {
  return {
    ...segmentsApi.explain.queryOptions({ input }),
    select: (explained: object) => explained as Outputs["explain"],
  };
}

export async function updateSegment(input: Parameters<typeof segmentsApi.update.call>[0]): Promise<Segment> {
  return (await segmentsApi.update.call(input)) as Segment;
}

/** Everything that a condition can name. */
export function useCatalog() {
  return useQuery(segmentsApi.catalog.queryOptions({}));
}

export function useSegmentsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: segmentsApi.key() });
}
