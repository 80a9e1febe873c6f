import "#src/kit/deferred.css";
import { Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconChartHistogram } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import { FiguresSkeleton } from "#src/features/insights/analytics/ui/shared/FiguresSkeleton.tsx";
import { PeriodPicker } from "#src/features/insights/analytics/ui/shared/PeriodPicker.tsx";
import {
  type Granularity,
  type Period,
  parsePeriod,
  periodInput,
  stepsOf,
} from "#src/features/insights/analytics/ui/shared/period.ts";
import { TrendCard } from "#src/features/insights/analytics/ui/shared/TrendCard.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { pathOf } from "#src/lib/endpoint-path.ts";
import { PATHS } from "#src/lib/paths.ts";
import { type Figures, instanceAnalyticsContract } from "../contract.ts";
import { METRICS, type MetricName } from "../rules.ts";
import { ActivationCard } from "./ActivationCard.tsx";
import { CohortsCard } from "./CohortsCard.tsx";
import { figureFormat } from "./format-figure.ts";
import { LargestCard } from "./LargestCard.tsx";
import { MetricTiles } from "./MetricTiles.tsx";
import { NowCard } from "./NowCard.tsx";
import classes from "./overview.module.css";
import { instanceAnalytics } from "./overview-client.ts";
import { metricIn, type OverviewSearch } from "./search.ts";

/** Figures are counted by the hour. */
const WITHOUT: readonly Period["name"][] = ["3h"];
/** They're counted every five minutes. */
const ASK_EVERY_MS = 60_000;
const STEPS = ["hour", "day", "week", "month"] as const;

/** `/admin`: how the whole instance is doing. */
export function OverviewPage() {
  const search: OverviewSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const zone = useTimeZone();
  const named = parsePeriod(search);
  const period: Period = WITHOUT.includes(named.name) ? { name: "30d" } : named;
  const step = STEPS.find((known) => known === search.step);
  const input = { ...periodInput(period, new Date(), zone), ...(step && { step }) };
  const query = useQuery({
    queryKey: [...instanceAnalytics.figures.key(), period, step, zone],
    queryFn: ({ signal }) => instanceAnalytics.figures.call(input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
  });
  const { data, error, isPlaceholderData, refetch } = query;
  const go = (changes: OverviewSearch) =>
    void navigate({ to: PATHS.admin, search: { ...search, ...changes }, replace: true, resetScroll: false });
  return (
    <div className={classes.page}>
      <PageTitle
        title="Overview"
        actions={data && <ExportMenu files={[{ title: "Export CSV", href: exportHref(input) }]} />}
      >
        How the whole instance is doing
      </PageTitle>
      <Group justify="space-between" gap="sm" mb="md">
        <PeriodPicker
          period={period}
          onPeriod={({ period, from, to }) => go({ period, from, to, step: "" } as OverviewSearch)}
          without={WITHOUT}
        />
        {data?.counted_at && (
          <Text size="sm" c="dimmed">
            As of {formatDateTime(data.counted_at)}
          </Text>
        )}
      </Group>
      {data ? (
        <Stack
          gap="sm"
          style={isPlaceholderData ? { opacity: 0.6 } : undefined}
          aria-busy={isPlaceholderData}
        >
          <Sections data={data} period={input} metric={metricIn(search)} onSearch={go} />
        </Stack>
      ) : error ? (
        <ErrorPanel error={error} fallback="We couldn’t load these figures." onRetry={() => void refetch()} />
      ) : (
        <FiguresSkeleton tiles={12} />
      )}
    </div>
  );
}

function exportHref(input: Record<string, string>): string {
  return `${pathOf(instanceAnalyticsContract.exportCsv)}?${new URLSearchParams(input)}`;
}

interface SectionsProps {
  data: Figures;
  period: { from: string; to?: string; tz: string };
  metric: MetricName;
  onSearch: (changes: OverviewSearch) => void;
}

function Sections({ data, period, metric, onSearch }: SectionsProps) {
  if (data.counted_at === null)
    return (
      <EmptyPanel
        icon={<IconChartHistogram />}
        title="Nothing counted yet"
        description="The first figures are there within a minute of the first start."
      />
    );
  return (
    <>
      <NowCard />
      <MetricTiles data={data} metric={metric} onMetric={(metric) => onSearch({ metric })} />
      <FigureCard data={data} metric={metric} onStep={(step) => onSearch({ step })} />
      <LargestCard metric={metric} period={period} totals={data.totals} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
        <ActivationCard period={period} />
        <CohortsCard />
      </SimpleGrid>
    </>
  );
}

interface FigureCardProps {
  data: Figures;
  metric: MetricName;
  onStep: (step: Granularity) => void;
}

/** The chosen figure over time. Before it was counted for the first time, there's nothing to draw. */
function FigureCard({ data, metric, onStep }: FigureCardProps) {
  const { title, definition } = METRICS[metric];
  const values = data.series.find((one) => one.metric === metric)?.values ?? [];
  const series = data.at.flatMap((at, index) => {
    const figure = values[index];
    return figure === null || figure === undefined ? [] : [{ at, figure }];
  });
  return (
    <TrendCard
      title={title}
      label={title}
      help={
        <Text size="sm" c="dimmed">
          {definition}
        </Text>
      }
      lines={[{ name: "figure", label: title }]}
      trend={{ series, step: data.step, tz: data.tz }}
      steps={stepsOf(data).filter((step) => step !== "minute")}
      onStep={onStep}
      format={figureFormat(metric)}
    />
  );
}
