import { Group, Switch } from "@mantine/core";
import { useHasPermission } from "#src/features/team/ui/shared/use-permission.ts";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { exportFiles } from "./export-files.ts";
import { PeriodPicker } from "./shared/PeriodPicker.tsx";
import type { PeriodSearch } from "./shared/period.ts";
import type { Question } from "./use-analytics.ts";

interface AnalyticsControlsProps {
  question: Question;
  onPeriod: (period: PeriodSearch) => void;
  onBots: (bots: boolean) => void;
}

/** Which figures are shown: for which days, and with or without bots. */
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
