import { Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Broadcast, BroadcastParts } from "#src/features/admin/notifications/contract.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { AudienceFields } from "./AudienceFields.tsx";
import { BroadcastPreview } from "./BroadcastPreview.tsx";
import { BroadcastView } from "./BroadcastView.tsx";
import { ChannelFields } from "./ChannelFields.tsx";
import { EMPTY_VERSIONS } from "./empty-versions.ts";
import { broadcastsApi, useBroadcastsRefresh } from "./studio-queries.ts";
import { TargetField } from "./TargetField.tsx";
import { VersionFields } from "./VersionFields.tsx";

const SendDialog = lazyDialog(async () => (await import("./SendDialog.tsx")).SendDialog);

const EMPTY: BroadcastParts = {
  versions: EMPTY_VERSIONS,
  channels: ["in_app"],
  target: "dashboard",
  audience: { match: "all", rules: [] },
  is_urgent: false,
};

interface BroadcastEditorProps {
  id: string;
  broadcast: Broadcast | undefined;
  onDone: () => void;
}

/** Writes one message for all channels. It’s saved before it’s tested or sent. */
export function BroadcastEditor({ id, broadcast, onDone }: BroadcastEditorProps) {
  const [parts, setParts] = useState<BroadcastParts>(broadcast ?? EMPTY);
  const [isSending, setSending] = useState(false);
  const change = (changes: Partial<BroadcastParts>) => setParts((latest) => ({ ...latest, ...changes }));
  const refresh = useBroadcastsRefresh();
  const store = async () => {
    const { versions, channels, target, audience, is_urgent } = parts;
    await broadcastsApi.save.call({ id, versions, channels, target, audience, is_urgent });
    await refresh();
  };
  const save = useMutation({ mutationFn: store, onSuccess: () => toastSuccess({ message: "Saved" }) });
  const test = useMutation({
    mutationFn: async () => {
      await store();
      return broadcastsApi.test.call({ id });
    },
    onSuccess: () => toastSuccess({ message: "Sent to you, in each language" }),
    onError: (error) => toastError(error, "That couldn’t be sent. Try again."),
  });
  const prepare = useMutation({ mutationFn: store, onSuccess: () => setSending(true) });
  if (broadcast && broadcast.state !== "draft")
    return <BroadcastView broadcast={broadcast} onDone={onDone} />;
  const failed = save.error ?? prepare.error;
  return (
    <>
      <PageTitle title="Notification for many">One message for the bell, e-mail, and devices</PageTitle>
      {broadcast?.template && (
        <Text size="sm" c="dimmed" mb="md" style={{ overflowWrap: "anywhere" }}>
          Started from “{broadcast.template.name}”, version {broadcast.template.version}
        </Text>
      )}
      <Stack>
        <Card title="What it says">
          <VersionFields versions={parts.versions} onVersions={(versions) => change({ versions })} />
          <TargetField target={parts.target} onTarget={(target) => change({ target })} />
        </Card>
        <Card title="How it comes" text="People who turned news off don’t get it, whatever you choose here.">
          <ChannelFields channels={parts.channels} onChannels={(channels) => change({ channels })} />
          <Switch
            label="Urgent"
            description="It comes even to those who got enough messages this week."
            checked={parts.is_urgent}
            onChange={({ currentTarget: { checked } }) => change({ is_urgent: checked })}
          />
        </Card>
        <AudienceFields audience={parts.audience} onAudience={(audience) => change({ audience })} />
        <BroadcastPreview parts={parts} />
        <FormFailure
          message={failed ? errorMessage(failed, "That couldn’t be saved. Try again.") : undefined}
        />
        <Group gap="xs">
          <Button loading={prepare.isPending} onClick={() => prepare.mutate()}>
            Send…
          </Button>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            Test on yourself
          </Button>
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
            Save draft
          </Button>
        </Group>
      </Stack>
      {isSending && (
        <SendDialog
          opened
          onClose={() => setSending(false)}
          id={id}
          audience={parts.audience}
          onSent={onDone}
        />
      )}
    </>
  );
}
