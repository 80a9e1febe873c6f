import { Badge, Card, Group, SimpleGrid, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Vital, VitalVerdict } from "#src/features/insights/clicks/vitals-rules.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import type { Vitals } from "../contract.ts";
import { ANALYTICS_METRICS, type MetricName } from "../metric-rules.ts";
import { analytics } from "./analytics-client.ts";
import { MetricHelp } from "./shared/MetricHelp.tsx";
import { periodInput } from "./shared/period.ts";
import { analyticsKey, type Question } from "./use-analytics.ts";

/** Hardly changes while one looks. */
const STALE_MS = 60_000;

const NUMBERS: Readonly<Record<Vital, Intl.NumberFormat>> = {
  lcp: new Intl.NumberFormat(LOCALE, { style: "unit", unit: "second", maximumFractionDigits: 1 }),
  inp: new Intl.NumberFormat(LOCALE, { style: "unit", unit: "millisecond", maximumFractionDigits: 0 }),
  cls: new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 }),
};
const SHARE = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 0 });

const METRICS = { lcp: "vital_lcp", inp: "vital_inp", cls: "vital_cls" } as const satisfies Record<
  Vital,
  MetricName
>;

const VERDICTS: Readonly<Record<VitalVerdict, { label: string; color: string }>> = {
  good: { label: "Good", color: "green" },
  needs_work: { label: "Needs work", color: "yellow" },
  poor: { label: "Poor", color: "red" },
};

/** How fast the page is for its visitors. Shows nothing before anything was measured. */
export function VitalsCard({ question }: { question: Question }) {
  const id = useId();
  const { profileId, period, zone } = question;
  const { data } = useQuery({
    queryKey: [...analytics.vitals.key(), ...analyticsKey(profileId), period, zone],
    queryFn: ({ signal }) =>
      analytics.vitals.call({ id: profileId, ...periodInput(period, new Date(), zone) }, { signal }),
    staleTime: STALE_MS,
    retry: false,
  });
  if (!data || data.items.every(({ samples }) => samples === 0)) return null;
  return (
    <Card component="section" aria-labelledby={id}>
      <Group gap={4} mb="sm">
        <Title order={2} size="h4" id={id}>
          Speed for visitors
        </Title>
        <MetricHelp name="vitals" />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        {data.items.map((item) => (
          <Measured key={item.name} {...item} />
        ))}
      </SimpleGrid>
    </Card>
  );
}

function Measured({ name, samples, p75, verdict, counts }: Vitals["items"][number]) {
  const { title } = ANALYTICS_METRICS[METRICS[name]];
  return (
    <div>
      <Group gap={4}>
        <Text size="sm" c="dimmed">
          {title}
        </Text>
        <MetricHelp name={METRICS[name]} />
      </Group>
      {p75 === null || verdict === null ? (
        <Text size="sm">Not measured yet</Text>
      ) : (
        <>
          <Group gap="xs">
            <Text fw={700} fz={24} lh={1.3} style={{ fontVariantNumeric: "tabular-nums" }}>
              {NUMBERS[name].format(name === "lcp" ? p75 / 1000 : p75)}
            </Text>
            <Badge variant="light" color={VERDICTS[verdict].color} tt="none">
              {VERDICTS[verdict].label}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            Good in {SHARE.format(counts.good / samples)} of {plural(samples, "visit")}
          </Text>
        </>
      )}
    </div>
  );
}
