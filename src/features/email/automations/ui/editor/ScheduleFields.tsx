import { Group, NumberInput, Select, Stack, Switch } from "@mantine/core";
import { EVERY, type Every, type Trigger } from "#src/features/email/automations/definition-rules.ts";
import { weekdayName } from "#src/features/email/sequences/ui/shared/step-sentence.ts";
import { TimeField } from "#src/features/email/sequences/ui/shared/WaitFields.tsx";
import { SEPARATORS } from "#src/kit/separators.ts";

type Schedule = Extract<Trigger, { type: "schedule" }>;

interface ScheduleFieldsProps {
  trigger: Schedule;
  onChange: (trigger: Schedule) => void;
}

const EVERY_LABELS: Readonly<Record<Every, string>> = {
  hour: "Every hour",
  day: "Every day",
  week: "Every week",
  month: "Every month",
};
const WEEK = [1, 2, 3, 4, 5, 6, 7];
const MONTH_DAYS = 31;
const MINUTES_MAX = 59;

/** When the clock starts a rule, and whether that's about each fan or about nobody in particular. */
export function ScheduleFields({ trigger, onChange }: ScheduleFieldsProps) {
  const { every, time, day, is_for_each } = trigger;
  return (
    <Stack gap="sm">
      <Group gap="xs" align="end">
        <Select
          size="md"
          w={180}
          aria-label="How often"
          allowDeselect={false}
          data={EVERY.map((value) => ({ value, label: EVERY_LABELS[value] }))}
          value={every}
          onChange={(value) => value && onChange({ ...trigger, every: value as Every, day: 1 })}
        />
        {every === "week" && (
          <Select
            size="md"
            w={180}
            aria-label="Day"
            allowDeselect={false}
            data={WEEK.map((value) => ({ value: String(value), label: weekdayName(value) }))}
            value={String(Math.min(day, WEEK.length))}
            onChange={(value) => value && onChange({ ...trigger, day: Number(value) })}
          />
        )}
        {every === "month" && (
          <WholeNumber
            label="Day of the month"
            most={MONTH_DAYS}
            least={1}
            value={day}
            onChange={(value) => onChange({ ...trigger, day: value })}
          />
        )}
        {every === "hour" ? (
          <WholeNumber
            label="Minute"
            most={MINUTES_MAX}
            least={0}
            value={Number(time.slice(3))}
            onChange={(value) => onChange({ ...trigger, time: `00:${String(value).padStart(2, "0")}` })}
          />
        ) : (
          <TimeField label="At" value={time} onChange={(value) => onChange({ ...trigger, time: value })} />
        )}
      </Group>
      <Switch
        label="For each fan who meets the conditions"
        description="Otherwise it runs once, about nobody in particular: to hide a promotion at night, for example."
        checked={is_for_each}
        onChange={({ currentTarget }) => onChange({ ...trigger, is_for_each: currentTarget.checked })}
      />
    </Stack>
  );
}

interface WholeNumberProps {
  label: string;
  least: number;
  most: number;
  value: number;
  onChange: (value: number) => void;
}

function WholeNumber({ label, least, most, value, onChange }: WholeNumberProps) {
  return (
    <NumberInput
      size="md"
      w={160}
      label={label}
      min={least}
      max={most}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      {...SEPARATORS}
      value={value}
      onChange={(typed) => typeof typed === "number" && typed >= least && onChange(typed)}
    />
  );
}
