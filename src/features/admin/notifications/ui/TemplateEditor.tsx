import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TEMPLATE_NAME_CHARS_MAX } from "#src/features/admin/notifications/rules.ts";
import type {
  BroadcastTemplate,
  TemplateParts,
} from "#src/features/admin/notifications/templates/templates-contract.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { BroadcastPreview } from "./BroadcastPreview.tsx";
import { ChannelFields } from "./ChannelFields.tsx";
import { EMPTY_VERSIONS } from "./empty-versions.ts";
import { broadcastTemplatesApi, useTemplatesRefresh } from "./studio-queries.ts";
import { TargetField } from "./TargetField.tsx";
import { VersionFields } from "./VersionFields.tsx";

const EMPTY: TemplateParts = {
  name: "",
  versions: EMPTY_VERSIONS,
  channels: ["in_app"],
  target: "dashboard",
};

interface TemplateEditorProps {
  id: string;
  template: BroadcastTemplate | undefined;
  onDone: () => void;
}

/** Writes a template. What somebody else saved meanwhile isn’t overwritten. */
export function TemplateEditor({ id, template, onDone }: TemplateEditorProps) {
  // What's being changed, even if the list brings a newer one.
  const [before] = useState(template);
  const [{ name, versions, channels, target }, setParts] = useState<TemplateParts>(template ?? EMPTY);
  const change = (changes: Partial<TemplateParts>) => setParts((latest) => ({ ...latest, ...changes }));
  const refresh = useTemplatesRefresh();
  const save = useMutation({
    mutationFn: () =>
      broadcastTemplatesApi.save.call({
        id,
        version: before?.version ?? 0,
        name,
        versions,
        channels,
        target,
      }),
    onSuccess: async ({ version }) => {
      await refresh();
      toastSuccess({ message: `Saved as version ${version}` });
      onDone();
    },
  });
  return (
    <>
      <PageTitle title={before ? "Template" : "New template"}>
        Notifications that are started from it can be changed before they’re sent
      </PageTitle>
      <Stack>
        <Card title="What it says">
          <TextInput
            size="md"
            label="Name"
            description="For you and your colleagues."
            maxLength={TEMPLATE_NAME_CHARS_MAX}
            dir="auto"
            value={name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <VersionFields versions={versions} onVersions={(next) => change({ versions: next })} />
          <TargetField target={target} onTarget={(next) => change({ target: next })} />
        </Card>
        <Card title="How it comes">
          <ChannelFields channels={channels} onChannels={(next) => change({ channels: next })} />
        </Card>
        <BroadcastPreview parts={{ versions, channels, target }} />
        <FormFailure
          message={save.error ? errorMessage(save.error, "That couldn’t be saved. Try again.") : undefined}
        />
        <Group gap="xs">
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            Save template
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </>
  );
}
