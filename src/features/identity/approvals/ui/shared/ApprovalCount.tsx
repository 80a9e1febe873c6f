import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { approvalsApi } from "./approval-queries.ts";

const ASKED_EVERY_MS = 60_000;

/** How many proposals wait for this member of staff, beside the screen that lists them. */
export function ApprovalCount() {
  const { data } = useQuery({ ...approvalsApi.list.queryOptions(), refetchInterval: ASKED_EVERY_MS });
  const count = data?.items.filter(({ can_confirm }) => can_confirm).length ?? 0;
  if (count === 0) return null;
  return (
    <Badge size="sm" circle ml="auto" aria-label={`${count} waiting for you`}>
      {count}
    </Badge>
  );
}
