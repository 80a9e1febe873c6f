import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { use, useState } from "react";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { plural } from "#src/kit/plural.ts";
import type { Analytics } from "../contract.ts";
import { addFilter, type Filter } from "../filter-rules.ts";
import { AnalyticsSkeleton } from "./AnalyticsSkeleton.tsx";
import { Breakdowns } from "./Breakdowns.tsx";
import { FilterNote } from "./FilterChips.tsx";
import { NoVisitsInPeriod, NoVisitsYet } from "./NoVisits.tsx";
import { needsPremium, PremiumNote } from "./PremiumNote.tsx";
import type { AnalyticsSearch } from "./search.ts";
import { AnalyticsSlots } from "./shared/analytics-slots.ts";
import { MetricHelp } from "./shared/MetricHelp.tsx";
import { type PeriodSearch, stepsOf } from "./shared/period.ts";
import { TrendCard } from "./shared/TrendCard.tsx";
import type { ChartMark } from "./shared/trend.ts";
import { TotalTiles } from "./TotalTiles.tsx";
import { analyticsKey, type Question, questionInput, type useAnalytics } from "./use-analytics.ts";

interface FiguresProps {
  question: Question;
  answer: ReturnType<typeof useAnalytics>;
  profileName: string;
  leavesOutOwn: boolean;
  search: AnalyticsSearch;
  filters: readonly Filter[];
  onSearch: (search: AnalyticsSearch, replace?: boolean) => void;
  onFilters: (filters: readonly Filter[]) => void;
  onPeriod: (period: PeriodSearch) => void;
  onCopyAddress: () => void;
  onOpenPage: () => void;
}

const HoursCard = lazyComponent(
  async () => (await import("./HoursCard.tsx")).HoursCard,
  <Skeleton h={260} radius="lg" />,
);

const VitalsCard = lazyComponent(async () => (await import("./VitalsCard.tsx")).VitalsCard);

const MapCard = lazyComponent(
  async () => (await import("./map/MapCard.tsx")).MapCard,
  <Skeleton h={360} radius="lg" />,
);

const LINES = [
  { name: "views", label: "Views" },
  { name: "visitors", label: "Unique visitors" },
  { name: "clicks", label: "Clicks" },
] as const;

/** The figures themselves, or why there are none. */
export function Figures(props: FiguresProps) {
  const { question, answer, search, filters, onSearch, onFilters, onPeriod } = props;
  const { data, error, isPlaceholderData, refetch } = answer;
  const { Goals, Marks, PastAlerts } = use(AnalyticsSlots);
  const [marks, setMarks] = useState<readonly ChartMark[]>([]);
  if (data === undefined) {
    if (error === null) return <AnalyticsSkeleton />;
    if (needsPremium(error)) {
      return <PremiumNote onBack={() => onSearch({ ...search, filter: "", compare: "" })} />;
    }
    return <ErrorPanel error={error} fallback="Your analytics didn’t load." onRetry={() => void refetch()} />;
  }
  if (!data.has_history) return <NoVisitsYet {...props} />;
  if (hasNothing(data)) {
    if (filters.length > 0) return <NothingFound onAll={() => onFilters([])} />;
    const isLongest = question.period.name === "all";
    return <NoVisitsInPeriod onLongest={isLongest ? undefined : () => onPeriod({ period: "all" })} />;
  }
  return (
    <Stack gap="sm" style={isPlaceholderData ? { opacity: 0.6 } : undefined} aria-busy={isPlaceholderData}>
      <TotalTiles data={data} isYearBefore={question.isYearBefore} />
      <Goals profileId={question.profileId} />
      {filters.length > 0 ? (
        <FilterNote filters={filters} unlisted={data.unlisted} />
      ) : (
        <UnlistedNote unlisted={data.unlisted} />
      )}
      <TrendCard
        trend={data}
        lines={LINES}
        label="Views, unique visitors, and clicks"
        help={<MetricHelp name="trend" />}
        steps={stepsOf(data)}
        onStep={(step) => onSearch({ ...search, step }, true)}
        marks={marks}
      />
      <Marks profileId={question.profileId} trend={data} onMarks={setMarks} />
      {data.breakdowns.country.length > 0 && (
        <MapCard
          countries={data.breakdowns.country}
          onCountry={(value) => onFilters(addFilter(filters, { dimension: "country", value }))}
        />
      )}
      <LaterCards question={question} filters={filters} />
      {data.has_advanced && <HoursCard question={question} />}
      <VitalsCard question={question} />
      <Breakdowns
        breakdowns={data.breakdowns}
        onFilter={(dimension, value) => onFilters(addFilter(filters, { dimension, value }))}
      />
      <PastAlerts profileId={question.profileId} />
    </Stack>
  );
}

/** Cards of later slices about the same question. */
function LaterCards({ question, filters }: Pick<FiguresProps, "question" | "filters">) {
  const { Cards } = use(AnalyticsSlots);
  const { profileId, step: _, isYearBefore: __, ...asked } = question;
  return (
    <Cards
      place="figures"
      input={() => questionInput({ ...question, step: undefined, isYearBefore: false }, new Date())}
      queryKey={["cards", ...analyticsKey(profileId), asked]}
      filters={filters}
    />
  );
}

function hasNothing({ totals }: Analytics): boolean {
  return totals.views + totals.clicks === 0;
}

function NothingFound({ onAll }: { onAll: () => void }) {
  return (
    <EmptyPanel
      icon={<IconFilterOff />}
      title="Nothing matches these filters"
      description="No visit or click in this period is like that."
    >
      <Button onClick={onAll}>Remove all filters</Button>
    </EmptyPanel>
  );
}

/** Explains that some visits were only counted. Shows nothing if none were. */
function UnlistedNote({ unlisted: { views, clicks } }: Pick<Analytics, "unlisted">) {
  if (views + clicks === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {plural(views, "view")} and {plural(clicks, "click")} came so fast that they were only counted: they’re
      in the totals, but not in unique visitors, and only partly in the lists below.
    </Text>
  );
}
