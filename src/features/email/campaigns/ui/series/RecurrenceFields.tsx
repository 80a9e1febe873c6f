import { Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import type { RecurrenceForm } from "#src/features/email/campaigns/schedule/schedule-contract.ts";
import { EVERY, type Every, SERIES_RUNS_MAX } from "../../rules.ts";
import { weekdayName } from "../schedule/schedule-form.ts";

interface RepeatFieldsProps {
  rhythm: RecurrenceForm;
  onChange: (rhythm: RecurrenceForm) => void;
}

const EVERY_WORDS: Record<Every, string> = { day: "Every day", week: "Every week", month: "Every month" };
const WEEK = [1, 2, 3, 4, 5, 6, 0];

export function RecurrenceFields({ rhythm, onChange }: RepeatFieldsProps) {
  const { every, weekdays, month_day, time, time_zone } = rhythm;
  const change = (part: Partial<RecurrenceForm>) => onChange({ ...rhythm, ...part });
  return (
    <Stack maw={480}>
      <Group grow align="start">
        <Select
          size="md"
          label="How often"
          allowDeselect={false}
          data={EVERY.map((value) => ({ value, label: EVERY_WORDS[value] }))}
          value={every}
          onChange={(value) => change({ every: value as Every })}
        />
        <TextInput
          type="time"
          label="Time"
          value={time}
          onChange={({ currentTarget: { value } }) => {
            if (/^\d\d:\d\d$/.test(value)) change({ time: value });
          }}
        />
      </Group>
      {every === "week" && (
        <Checkbox.Group
          label="On these days"
          value={weekdays.map(String)}
          onChange={(days) => change({ weekdays: days.map(Number) })}
        >
          <Group gap="sm" mt={4}>
            {WEEK.map((day) => (
              <Checkbox key={day} value={String(day)} label={weekdayName(day)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {every === "month" && (
        <NumberInput
          size="md"
          label="Day of the month"
          description="In shorter months, it’s the last day."
          min={1}
          max={31}
          allowDecimal={false}
          value={month_day ?? 1}
          onChange={(value) => typeof value === "number" && change({ month_day: value })}
        />
      )}
      <EndFields rhythm={rhythm} onChange={onChange} />
      <Text size="xs" c="dimmed">
        {`Time zone: ${time_zone}`}
      </Text>
    </Stack>
  );
}

const ENDS = [
  { value: "never", label: "Never" },
  { value: "day", label: "On a date" },
  { value: "runs", label: "After X runs" },
];
const USUAL_RUNS = 10;

function EndFields({ rhythm, onChange }: RepeatFieldsProps) {
  const { ends_on, runs_max } = rhythm;
  const change = (part: Partial<RecurrenceForm>) =>
    onChange({ ...rhythm, ends_on: null, runs_max: null, ...part });
  const inMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const start = (end: string | null) => {
    if (end === "day") return change({ ends_on: inMonth() });
    change(end === "runs" ? { runs_max: USUAL_RUNS } : {});
  };
  return (
    <Group grow align="start">
      <Select
        size="md"
        label="Ends"
        allowDeselect={false}
        data={ENDS}
        value={ends_on !== null ? "day" : runs_max !== null ? "runs" : "never"}
        onChange={start}
      />
      {ends_on !== null && (
        <TextInput
          type="date"
          label="Last day"
          value={ends_on}
          onChange={({ currentTarget: { value } }) => {
            if (/^\d{4}-\d\d-\d\d$/.test(value)) change({ ends_on: value });
          }}
        />
      )}
      {runs_max !== null && (
        <NumberInput
          size="md"
          label="Runs"
          min={1}
          max={SERIES_RUNS_MAX}
          allowDecimal={false}
          value={runs_max}
          onChange={(value) => typeof value === "number" && value >= 1 && change({ runs_max: value })}
        />
      )}
    </Group>
  );
}
