import "#src/kit/deferred.css";
import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconPlus, IconTemplate } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { BroadcastTemplate } from "#src/features/admin/notifications/templates/templates-contract.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { confirm } from "#src/kit/confirm.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { newId } from "#src/kit/new-id.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { CHANNEL_LABELS } from "./ChannelFields.tsx";
import { StudioTabs } from "./StudioTabs.tsx";
import {
  broadcastsApi,
  broadcastTemplatesApi,
  useBroadcastsRefresh,
  useTemplatesRefresh,
} from "./studio-queries.ts";
import { TemplateEditor } from "./TemplateEditor.tsx";
import { TemplateHistory } from "./TemplateHistory.tsx";

/** `/admin/notifications/templates`: what staff write again and again, or one of it. */
export function TemplatesPage() {
  const { template }: { template?: string } = useSearch({ strict: false });
  const query = useQuery(broadcastTemplatesApi.list.queryOptions());
  const navigate = useNavigate();
  const open = (id?: string) =>
    void navigate({ to: STAFF_PATHS.notificationTemplates, search: id ? { template: id } : {} });
  const items = query.data?.items;
  const waiting = !items && (
    <QueryState query={query} failure="We couldn’t load the templates." height={320} />
  );
  const write = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open(newId())}>
      New template
    </Button>
  );
  if (template) {
    const saved = items?.find(({ id }) => id === template);
    return (
      <>
        <BackLink to={STAFF_PATHS.notificationTemplates}>Templates for notifications</BackLink>
        {waiting || <TemplateEditor key={template} id={template} template={saved} onDone={() => open()} />}
      </>
    );
  }
  return (
    <>
      <PageTitle title="Templates for notifications" actions={!!items?.length && write}>
        What you write again and again, in both languages. Every save is kept as a version
      </PageTitle>
      <StudioTabs current={STAFF_PATHS.notificationTemplates} />
      {waiting}
      {items?.length === 0 && (
        <EmptyPanel
          icon={<IconTemplate />}
          title="No templates yet"
          description="Write one for what comes up again, such as maintenance or a new feature, and start notifications from it."
        >
          {write}
        </EmptyPanel>
      )}
      {items && items.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
          {items.map((one) => (
            <TemplateRow key={one.id} template={one} onOpen={() => open(one.id)} />
          ))}
        </Stack>
      )}
    </>
  );
}

function TemplateRow({ template, onOpen }: { template: BroadcastTemplate; onOpen: () => void }) {
  const { name, version, channels, by, saved_at } = template;
  return (
    <Paper component="li" withBorder radius="lg" px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
      <Stack gap={6}>
        <Text fw={600} dir="auto">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {[`Version ${version}`, by, formatDateTime(saved_at), ...channels.map((one) => CHANNEL_LABELS[one])]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        <TemplateActions template={template} onOpen={onOpen} />
      </Stack>
    </Paper>
  );
}

function TemplateActions({ template, onOpen }: { template: BroadcastTemplate; onOpen: () => void }) {
  const { id, version, versions, channels, target } = template;
  const [isShown, setShown] = useState(false);
  const refresh = useTemplatesRefresh();
  const refreshMessages = useBroadcastsRefresh();
  const navigate = useNavigate();
  const use = useMutation({
    mutationFn: () =>
      broadcastsApi.save.call({
        id: newId(),
        versions,
        channels,
        target,
        audience: { match: "all", rules: [] },
        is_urgent: false,
        template: { id, version },
      }),
    onSuccess: async ({ id: message }) => {
      await refreshMessages();
      void navigate({ to: STAFF_PATHS.studioEditor, search: { message } });
    },
    onError: (error) => toastError(error, "That couldn’t be started. Try again."),
  });
  const remove = useMutation({
    mutationFn: () => broadcastTemplatesApi.remove.call({ id }),
    onSettled: refresh,
    onError: (error) => toastError(error, "That couldn’t be deleted. Try again."),
  });
  const askToRemove = async () => {
    const message = "All of its versions will be gone. Notifications that were started from it stay.";
    if (await confirm({ title: "Delete this template?", message, confirm: "Delete", danger: true }))
      remove.mutate();
  };
  const small = { size: "xs", variant: "default" } as const;
  return (
    <Group gap="xs">
      <Button size="xs" loading={use.isPending} onClick={() => use.mutate()}>
        Start a notification
      </Button>
      <Button {...small} onClick={onOpen}>
        Edit
      </Button>
      <Button {...small} onClick={() => setShown(true)}>
        Versions
      </Button>
      <Button {...small} loading={remove.isPending} onClick={() => void askToRemove()}>
        Delete
      </Button>
      {isShown && <TemplateHistory template={template} onClose={() => setShown(false)} />}
    </Group>
  );
}
