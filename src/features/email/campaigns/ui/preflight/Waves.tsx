import { Group, Paper, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { currentZone } from "#src/kit/zone.ts";
import { campaignsApi } from "../campaign-queries.ts";
import type { SendAt } from "../schedule/schedule-form.ts";

/** The number of recipients in each wave, if it goes out by local time. */
export function Waves({
  campaign: { id, updated_at },
  when: { wall },
}: {
  campaign: Campaign;
  when: SendAt;
}) {
  const zone = useTimeZone();
  const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short", timeZone: zone });
  const input = { id, local_time: wall, time_zone: currentZone() };
  const plan = useQuery({
    ...campaignsApi.waves.queryOptions({ input }),
    queryKey: [...campaignsApi.waves.key({ input }), updated_at],
    staleTime: 0,
  });
  if (!plan.data)
    return <QueryState query={plan} failure="We couldn’t work out who gets it when." height={96} />;
  if (plan.data.waves.length === 0) return null;
  return (
    <Paper withBorder radius="lg" p="md">
      <Text fw={600}>When it goes out</Text>
      <Text size="xs" c="dimmed" mb={4}>
        {`On your clock (${zone})`}
      </Text>
      <ol style={{ listStyle: "none", margin: 0, padding: 0 }}>
        {plan.data.waves.map(({ at, count }) => (
          <Group key={at} component="li" justify="space-between" gap="xs">
            <Text size="sm">{moment.format(new Date(at))}</Text>
            <Text size="sm" c="dimmed">
              {plural(count, "person", "people")}
            </Text>
          </Group>
        ))}
      </ol>
    </Paper>
  );
}
