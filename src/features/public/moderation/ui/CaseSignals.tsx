import { Stack, Text } from "@mantine/core";
import type { CaseDetail } from "#src/features/public/moderation/cases/case-contract.ts";
import { SIGNAL_LABELS } from "#src/features/public/moderation/signal-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";

/** What the instance noticed by itself, and why. */
export function CaseSignals({ item: { signals } }: { item: CaseDetail }) {
  if (signals.length === 0) return null;
  return (
    <Card title="Signals" text="Noticed automatically, so look closely before you decide">
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none", overflowWrap: "anywhere" }}>
        {signals.map(({ signal, why, created_at }) => (
          <li key={signal}>
            <Text size="xs" c="dimmed">
              {SIGNAL_LABELS[signal]} · {formatDateTime(created_at)}
            </Text>
            {why !== "" && (
              <Text size="sm" dir="auto">
                {why}
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </Card>
  );
}
