import "#src/kit/deferred.css";
import { Button, Stack } from "@mantine/core";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { BackLink } from "#src/kit/BackLink.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { newId } from "#src/kit/new-id.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { BroadcastEditor } from "./BroadcastEditor.tsx";
import { BroadcastRow } from "./BroadcastRow.tsx";
import { StudioTabs } from "./StudioTabs.tsx";
import { broadcastsQuery } from "./studio-queries.ts";

/** `/admin/notifications` and `/admin/notifications/studio`: what staff tell many people, or one draft of it. */
export function StudioPage() {
  const { message }: { message?: string } = useSearch({ strict: false });
  const query = useQuery(broadcastsQuery());
  const navigate = useNavigate();
  const open = (id?: string) =>
    void navigate({ to: STAFF_PATHS.studioEditor, search: id ? { message: id } : {} });
  const write = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open(newId())}>
      New notification
    </Button>
  );
  const items = query.data?.items;
  const waiting = !items && (
    <QueryState query={query} failure="We couldn’t load the notifications." height={320} />
  );
  if (message) {
    const draft = items?.find(({ id }) => id === message);
    return (
      <>
        <BackLink to={STAFF_PATHS.studio}>Notifications</BackLink>
        {waiting || <BroadcastEditor key={message} id={message} broadcast={draft} onDone={() => open()} />}
      </>
    );
  }
  return (
    <>
      <PageTitle title="Notifications" actions={!!items?.length && write}>
        What you tell many people at once: behind the bell, by e-mail, and on their devices
      </PageTitle>
      <StudioTabs current={STAFF_PATHS.studio} />
      {waiting}
      {items?.length === 0 && (
        <EmptyPanel
          icon={<IconSpeakerphone />}
          title="Nothing told yet"
          description="Write once, choose who it’s for, look at it on yourself, and send it now or at a time by everyone’s own clock."
        >
          {write}
        </EmptyPanel>
      )}
      {items && items.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
          {items.map((broadcast) => (
            <BroadcastRow key={broadcast.id} broadcast={broadcast} />
          ))}
        </Stack>
      )}
    </>
  );
}
