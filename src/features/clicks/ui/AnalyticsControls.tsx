import { Group, Switch } from "@mantine/core";
import { ExportMenu } from "./ExportMenu.tsx";
import { PeriodPicker } from "./PeriodPicker.tsx";
import type { PeriodSearch } from "./period.ts";
import type { Question } from "./use-analytics.ts";

interface AnalyticsControlsProps {
  question: Question;
  onPeriod: (period: PeriodSearch) => void;
  onBots: (bots: boolean) => void;
}

/** Which figures are shown: of which days, and of whom. */
export function AnalyticsControls({ question, onPeriod, onBots }: AnalyticsControlsProps) {
  return (
    <Group justify="space-between" gap="sm" mb="md">
      <PeriodPicker period={question.period} onPeriod={onPeriod} />
      <Group gap="md">
        <Switch
          label="Include bots and link previews"
          checked={question.bots}
          onChange={(event) => onBots(event.currentTarget.checked)}
        />
        <ExportMenu question={question} />
      </Group>
    </Group>
  );
}
