import { Group, Select, Switch } from "@mantine/core";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { pathOf } from "#src/lib/endpoint-path.ts";
import { analyticsContract, type BreakdownName } from "../contract.ts";
import { AnalyticsViews } from "./AnalyticsViews.tsx";
import classes from "./analytics.module.css";
import type { AnalyticsSearch } from "./search.ts";
import { MetricHelp } from "./shared/MetricHelp.tsx";
import { PeriodPicker } from "./shared/PeriodPicker.tsx";
import type { PeriodSearch } from "./shared/period.ts";
import { type Question, questionInput } from "./use-analytics.ts";

interface AnalyticsControlsProps {
  question: Question;
  search: AnalyticsSearch;
  /** Set if the account's plan has the file of every event. */
  hasAdvanced: boolean;
  onPeriod: (period: PeriodSearch) => void;
  onSearch: (changes: AnalyticsSearch) => void;
  /** Replaces everything. */
  onView: (search: AnalyticsSearch) => void;
}

const COMPARISONS = [
  { value: "previous", label: "vs. the period before" },
  { value: "year", label: "vs. a year before" },
];

/** Chooses the figures to show: for which days, compared with which, and with or without bots. */
export function AnalyticsControls(props: AnalyticsControlsProps) {
  const { question, search, hasAdvanced, onPeriod, onSearch, onView } = props;
  const mayExport = useHasPermission("analytics.export");
  return (
    <Group justify="space-between" gap="sm" mb="md">
      <Group gap="xs" className={classes.controls}>
        <PeriodPicker period={question.period} onPeriod={onPeriod} />
        <Select
          aria-label="Compare with"
          size="sm"
          w={200}
          data={COMPARISONS}
          allowDeselect={false}
          value={question.isYearBefore ? "year" : "previous"}
          onChange={(value) => onSearch({ compare: value === "year" ? "year" : "" })}
        />
      </Group>
      <Group gap="sm">
        <Group gap={4}>
          <Switch
            label="Include bots and link previews"
            checked={question.bots}
            onChange={(event) => onSearch({ bots: event.currentTarget.checked ? "yes" : undefined })}
          />
          <MetricHelp name="bots" />
        </Group>
        <AnalyticsViews search={search} onOpen={onView} />
        {mayExport && <ExportMenu files={exportFiles(question, hasAdvanced)} />}
      </Group>
    </Group>
  );
}

const EXPORT_PARTS: { part: "series" | BreakdownName; title: string }[] = [
  { part: "series", title: "Over time" },
  { part: "link", title: "Top links" },
  { part: "referrer", title: "Referrers" },
  { part: "app", title: "In-app browsers" },
  { part: "utm_source", title: "UTM sources" },
  { part: "utm_medium", title: "UTM mediums" },
  { part: "utm_campaign", title: "UTM campaigns" },
  { part: "utm_term", title: "UTM terms" },
  { part: "utm_content", title: "UTM contents" },
  { part: "country", title: "Countries" },
  { part: "region", title: "Regions" },
  { part: "city", title: "Cities" },
  { part: "device_type", title: "Devices" },
  { part: "browser", title: "Browsers" },
  { part: "os", title: "Systems" },
];

/** Lists the figures on the screen as CSV files, and what they were counted from. */
function exportFiles(question: Question, hasAdvanced: boolean): { title: string; href: string }[] {
  const files = EXPORT_PARTS.map(({ part, title }) => ({ title, href: exportHref(question, part) }));
  if (!hasAdvanced) return files;
  return [
    ...files,
    { title: "Every event", href: eventsHref(question, "csv") },
    { title: "Every event (JSON)", href: eventsHref(question, "json") },
  ];
}

function eventsHref(question: Question, format: string): string {
  const { id, step: _, ...query } = questionInput(question, new Date());
  return `${pathOf(analyticsContract.exportEvents, { id })}?${new URLSearchParams({ ...query, format })}`;
}

function exportHref(question: Question, part: string): string {
  const { id, ...query } = questionInput(question, new Date());
  return `${pathOf(analyticsContract.exportCsv, { id })}?${new URLSearchParams({ ...query, part })}`;
}
