import { Button, Group, Modal, SimpleGrid, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plainText } from "#src/features/admin/notifications/broadcast-rules.ts";
import { TARGETS } from "#src/features/admin/notifications/rules.ts";
import type { BroadcastTemplate } from "#src/features/admin/notifications/templates/templates-contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/lib/language.ts";
import { CHANNEL_LABELS } from "./ChannelFields.tsx";
import { broadcastTemplatesApi, useTemplatesRefresh } from "./studio-queries.ts";

interface TemplateHistoryProps {
  /** As it was last saved. */
  template: BroadcastTemplate;
  onClose: () => void;
}

/** Who saved it when; an older version can be compared with the latest one, and brought back. */
export function TemplateHistory({ template, onClose }: TemplateHistoryProps) {
  const { id } = template;
  const query = useQuery(broadcastTemplatesApi.history.queryOptions({ input: { id } }));
  const [compared, setCompared] = useState<number>();
  const refresh = useTemplatesRefresh();
  const restore = useMutation({
    mutationFn: (version: number) => broadcastTemplatesApi.restore.call({ id, version }),
    onSuccess: async ({ version }) => {
      await refresh();
      setCompared(undefined);
      toastSuccess({ message: `Brought back as version ${version}` });
    },
    onError: (error) => toastError(error, "That couldn’t be brought back. Try again."),
  });
  const [latest] = query.data?.items ?? [];
  return (
    <Modal opened onClose={onClose} title="Versions" size="lg">
      {!query.data && <QueryState query={query} failure="We couldn’t load the versions." height={160} />}
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: "none" }}>
        {query.data?.items.map((one) => (
          <li key={one.version} style={{ overflowWrap: "anywhere" }}>
            <Group justify="space-between" gap="xs">
              <div style={{ minWidth: 0 }}>
                <Text size="sm" fw={600}>
                  {one === latest ? `Version ${one.version}, the latest` : `Version ${one.version}`}
                </Text>
                <Text size="xs" c="dimmed">
                  {[one.by, formatDateTime(one.saved_at)].filter(Boolean).join(" · ")}
                </Text>
              </div>
              {one !== latest && (
                <Group gap="xs">
                  <Button
                    size="xs"
                    variant="default"
                    aria-expanded={compared === one.version}
                    aria-label={`Compare version ${one.version}`}
                    onClick={() => setCompared(compared === one.version ? undefined : one.version)}
                  >
                    Compare
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Bring back version ${one.version}`}
                    loading={restore.isPending && restore.variables === one.version}
                    onClick={() => restore.mutate(one.version)}
                  >
                    Bring back
                  </Button>
                </Group>
              )}
            </Group>
            {latest && compared === one.version && <Differences older={one} latest={latest} />}
          </li>
        ))}
      </Stack>
    </Modal>
  );
}

function factsOf({ name, versions, channels, target }: BroadcastTemplate) {
  return [
    { label: "Name", value: name },
    ...LANGUAGES.flatMap((language) => [
      { label: `Title, ${LANGUAGE_NAMES[language]}`, value: versions[language].title },
      { label: `Text, ${LANGUAGE_NAMES[language]}`, value: plainText(versions[language]) },
      { label: `Button, ${LANGUAGE_NAMES[language]}`, value: versions[language].button },
    ]),
    { label: "How it comes", value: channels.map((channel) => CHANNEL_LABELS[channel]).join(", ") },
    { label: "Where it leads", value: TARGETS[target].label },
  ];
}

/** What isn’t the same in both, side by side. */
function Differences({ older, latest }: { older: BroadcastTemplate; latest: BroadcastTemplate }) {
  const now = factsOf(latest);
  const changed = factsOf(older).flatMap(({ label, value }, index) =>
    value === now[index]?.value ? [] : [{ label, before: value, now: now[index]?.value ?? "" }],
  );
  if (changed.length === 0)
    return (
      <Text size="sm" mt="xs">
        It says the same as the latest version.
      </Text>
    );
  return (
    <Stack gap="sm" mt="xs">
      {changed.map((one) => (
        <div key={one.label}>
          <Text size="sm" fw={600}>
            {one.label}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            <Side label="In this version" text={one.before} />
            <Side label="In the latest one" text={one.now} />
          </SimpleGrid>
        </div>
      ))}
    </Stack>
  );
}

function Side({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" dir="auto" style={{ whiteSpace: "pre-wrap" }}>
        {text || "—"}
      </Text>
    </div>
  );
}
