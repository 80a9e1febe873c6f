import { Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatDateTime } from "#src/kit/format-date.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { Feature } from "#src/lib/feature-switches.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import type { FeatureChange } from "../contract.ts";
import { CHANGES_LISTED, labelOf } from "../rules.ts";
import { rulesText } from "./feature-sentence.ts";
import { featuresApi } from "./shared/features-client.ts";

interface HistoryDialogProps {
  opened: boolean;
  onClose: () => void;
  feature: Feature;
}

/** Who changed it when, and why. */
export function HistoryDialog({ opened, onClose, feature }: HistoryDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`History: ${labelOf(feature)}`}>
      <Changes feature={feature} />
    </Modal>
  );
}

function Changes({ feature }: { feature: Feature }) {
  const query = useQuery(featuresApi.changes.queryOptions({ input: { feature } }));
  if (!query.data) return <QueryState query={query} failure="We couldn’t load the history." height={160} />;
  const { items } = query.data;
  return (
    <Stack gap="md">
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: "none", overflowWrap: "anywhere" }}>
        {items.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </Stack>
      {items.length === CHANGES_LISTED && (
        <Text size="sm" c="dimmed">
          Earlier changes are in the audit log.
        </Text>
      )}
    </Stack>
  );
}

function Change({ change: { at, by, reason, rules, account } }: { change: FeatureChange }) {
  return (
    <Stack component="li" gap={2}>
      <Text size="xs" c="dimmed" dir="auto">
        {`${by ?? "Someone who has left"}, ${formatDateTime(at)}`}
      </Text>
      {rules && (
        <>
          <Text size="sm">Before: {rulesText(rules.before)}</Text>
          <Text size="sm" fw={600}>
            After: {rulesText(rules.after)}
          </Text>
        </>
      )}
      {account && (
        <Text size="sm" fw={600}>
          {bidiIsolate(account.name ?? "An account that’s gone")}: {choiceText(account.is_on)}
        </Text>
      )}
      <Text size="sm" dir="auto">
        {reason}
      </Text>
    </Stack>
  );
}

function choiceText(isOn: boolean | null): string {
  if (isOn === null) return "like everyone else";
  return isOn ? "on" : "off";
}
