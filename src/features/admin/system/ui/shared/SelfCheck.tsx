import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#src/kit/QueryState.tsx";
import { systemApi } from "../system-queries.ts";
import { ChecksCard } from "./ChecksCard.tsx";

/** The self-check on a screen of its own. */
export function SelfCheck() {
  const query = useQuery(systemApi.overview.queryOptions());
  if (query.data) return <ChecksCard checks={query.data.checks} />;
  return <QueryState query={query} failure="We couldn’t find out how the instance is." height={320} />;
}
