import "#src/kit/deferred.css";
import { Stack } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { OPEN_STATES } from "#src/features/admin/notifications/rules.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { BroadcastRow } from "./BroadcastRow.tsx";
import { StudioTabs } from "./StudioTabs.tsx";
import { broadcastsQuery } from "./studio-queries.ts";

/** `/admin/notifications/scheduled`: what hasn’t gone out to everyone yet, and can be stopped. */
export function ScheduledPage() {
  const query = useQuery(broadcastsQuery());
  const open = query.data?.items.filter(({ state }) => OPEN_STATES.includes(state));
  return (
    <>
      <PageTitle title="Scheduled notifications">
        What waits for its time or for a colleague, or is being sent
      </PageTitle>
      <StudioTabs current={STAFF_PATHS.scheduledNotifications} />
      {!open && <QueryState query={query} failure="We couldn’t load the notifications." height={320} />}
      {open?.length === 0 && (
        <EmptyPanel
          icon={<IconCalendarTime />}
          title="Nothing’s waiting"
          description="Notifications that you send later are here until they’re out."
        />
      )}
      {open && open.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
          {open.map((broadcast) => (
            <BroadcastRow key={broadcast.id} broadcast={broadcast} />
          ))}
        </Stack>
      )}
    </>
  );
}
