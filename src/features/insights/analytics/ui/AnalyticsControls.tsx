import { Group, Switch } from "@mantine/core";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { pathOf } from "#src/lib/endpoint-path.ts";
import { analyticsContract, type BreakdownName } from "../contract.ts";
import { PeriodPicker } from "./shared/PeriodPicker.tsx";
import type { PeriodSearch } from "./shared/period.ts";
import { type Question, questionInput } from "./use-analytics.ts";

interface AnalyticsControlsProps {
  question: Question;
  onPeriod: (period: PeriodSearch) => void;
  onBots: (bots: boolean) => void;
}

/** Chooses the figures to show: for which days, and with or without bots. */
export function AnalyticsControls({ question, onPeriod, onBots }: AnalyticsControlsProps) {
  const mayExport = useHasPermission("analytics.export");
  return (
    <Group justify="space-between" gap="sm" mb="md">
      <PeriodPicker period={question.period} onPeriod={onPeriod} />
      <Group gap="md">
        <Switch
          label="Include bots and link previews"
          checked={question.bots}
          onChange={(event) => onBots(event.currentTarget.checked)}
        />
        {mayExport && <ExportMenu files={exportFiles(question)} />}
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

/** Lists the figures on the screen as CSV files. */
function exportFiles(question: Question): { title: string; href: string }[] {
  return EXPORT_PARTS.map(({ part, title }) => ({ title, href: exportHref(question, part) }));
}

function exportHref(question: Question, part: string): string {
  const { id, ...query } = questionInput(question, new Date());
  return `${pathOf(analyticsContract.exportCsv, { id })}?${new URLSearchParams({ ...query, part })}`;
}
