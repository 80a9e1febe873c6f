import { Box } from "@mantine/core";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { TasksDue } from "./shared/TasksDue.tsx";
import { useNamedLead } from "./use-opened-lead.ts";

/** Notices above the list: that the lead in the URL doesn't exist, and due tasks. */
export function LeadNotices({ isMasked }: { isMasked: boolean }) {
  const { error, refetch } = useNamedLead();
  return (
    <>
      {error && (
        <Box mb="md">
          <ErrorPanel error={error} fallback="This lead didn’t load." onRetry={() => void refetch()} />
        </Box>
      )}
      {!isMasked && <TasksDue mb="md" />}
    </>
  );
}
