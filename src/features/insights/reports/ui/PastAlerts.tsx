import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { alertSentence, causeSentence } from "#src/features/insights/reports/alerts/sentence-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { alertsApi } from "./report-client.ts";

/** The latest spikes and drops of a page. Shows nothing if there were none. */
export function PastAlerts({ profileId }: { profileId: string }) {
  const { data } = useQuery(alertsApi.list.queryOptions({ input: { profile_id: profileId } }));
  const alerts = data?.items ?? [];
  if (alerts.length === 0) return null;
  return (
    <Card title="Spikes and drops" text="Hours with far more or fewer visits than usual">
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              <Text span c="dimmed" inherit>
                {formatDateTime(alert.until)}
              </Text>{" "}
              {alertSentence(alert, LOCALE)} {causeSentence(alert.cause, LOCALE)}
            </Text>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
