import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatCount } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { causeName } from "#src/features/insights/reports/alerts/alert-rules.ts";
import type { TrafficAlert } from "#src/features/insights/reports/alerts/alerts-contract.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { alertsApi } from "./report-client.ts";

/** The latest spikes and drops of a page. Shows nothing if there were none. */
export function PastAlerts({ profileId }: { profileId: string }) {
  const { data } = useQuery(alertsApi.list.queryOptions());
  const alerts = data?.items.filter(({ profile }) => profile.id === profileId) ?? [];
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
              {wordsOf(alert)} {causeOf(alert)}
            </Text>
          </li>
        ))}
      </Stack>
    </Card>
  );
}

function wordsOf({ kind, hours, views, usual }: TrafficAlert): string {
  const [n, was] = [formatCount(views), formatCount(usual)];
  if (kind === "spike") return `${n} views in an hour, where about ${was} are usual at that time.`;
  return `${n} views in ${hours} hours, where about ${was} are usual at that time.`;
}

function causeOf({ cause: { kind, name } }: TrafficAlert): string {
  if (kind === "page_off") return "The page was turned off.";
  if (kind === "link_hidden") return "A link was hidden or deleted shortly before.";
  if (kind === "unknown") return "";
  return `Most of the difference: ${causeName(`${kind} ${name}`, LOCALE)}.`;
}
