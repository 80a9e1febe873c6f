import { Checkbox, Group, Select, Stack, Switch, TextInput } from "@mantine/core";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Wait } from "#src/features/email/sequences/definition-rules.ts";
import { currentZone } from "#src/kit/zone.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { wallTime } from "#src/lib/time-zones.ts";
import { ConditionField } from "./ConditionField.tsx";
import { DurationFields } from "./DurationFields.tsx";
import { weekdayName } from "./step-sentence.ts";

interface WaitFieldsProps {
  wait: Wait;
  catalog: Catalog;
  onChange: (wait: Wait) => void;
}

const KINDS: readonly { value: Wait["kind"]; label: string }[] = [
  { value: "for", label: "For a while" },
  { value: "weekday", label: "Until a day of the week" },
  { value: "date", label: "Until a date" },
  { value: "condition", label: "Until something happens" },
];
const NINE = "09:00";
const WEEK = [1, 2, 3, 4, 5, 6, 7];

function startOf(kind: Wait["kind"]): Wait {
  if (kind === "weekday") return { kind, weekdays: [1], time: NINE };
  if (kind === "date")
    return { kind, at: `${wallTime(currentZone(), new Date(Date.now() + 7 * DAY_MS)).slice(0, 10)}T09:00` };
  const duration = { amount: kind === "for" ? 1 : 3, unit: "days" } as const;
  return kind === "for" ? { kind, ...duration, time: null } : { kind, ...duration, condition: null };
}

export function WaitFields({ wait, catalog, onChange }: WaitFieldsProps) {
  return (
    <Stack>
      <Select
        size="md"
        label="How long"
        allowDeselect={false}
        data={[...KINDS]}
        value={wait.kind}
        onChange={(kind) => kind && kind !== wait.kind && onChange(startOf(kind as Wait["kind"]))}
      />
      {wait.kind === "for" && <ForFields wait={wait} onChange={onChange} />}
      {wait.kind === "weekday" && <WeekdayFields wait={wait} onChange={onChange} />}
      {wait.kind === "date" && (
        <TextInput
          type="datetime-local"
          label="Date and time"
          description="By the clock where each fan lives. Whoever comes later doesn’t wait."
          w={{ base: "100%", xs: 320 }}
          value={wait.at.slice(0, 16)}
          onChange={({ currentTarget: { value } }) => {
            if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)) onChange({ ...wait, at: value });
          }}
        />
      )}
      {wait.kind === "condition" && (
        <>
          <ConditionField
            label="Go on once this is true"
            value={wait.condition}
            catalog={catalog}
            onChange={(condition) => onChange({ ...wait, condition })}
          />
          <DurationFields
            label="At most"
            value={wait}
            onChange={(duration) => onChange({ ...wait, ...duration })}
          />
        </>
      )}
    </Stack>
  );
}

type Of<Kind extends Wait["kind"]> = Extract<Wait, { kind: Kind }>;

function ForFields({ wait, onChange }: { wait: Of<"for">; onChange: (wait: Wait) => void }) {
  return (
    <>
      <DurationFields label="Wait" value={wait} onChange={(duration) => onChange({ ...wait, ...duration })} />
      <Switch
        label="Then until a time of their day"
        checked={wait.time !== null}
        onChange={({ currentTarget }) => onChange({ ...wait, time: currentTarget.checked ? NINE : null })}
      />
      {wait.time !== null && (
        <TimeField label="Time" value={wait.time} onChange={(time) => onChange({ ...wait, time })} />
      )}
    </>
  );
}

function WeekdayFields({ wait, onChange }: { wait: Of<"weekday">; onChange: (wait: Wait) => void }) {
  return (
    <>
      <Checkbox.Group
        label="Days"
        value={wait.weekdays.map(String)}
        // At least one stays.
        onChange={(chosen) => chosen.length > 0 && onChange({ ...wait, weekdays: chosen.map(Number) })}
      >
        <Group gap="sm" mt={4}>
          {WEEK.map((day) => (
            <Checkbox key={day} value={String(day)} label={weekdayName(day)} />
          ))}
        </Group>
      </Checkbox.Group>
      <TimeField label="Time" value={wait.time} onChange={(time) => onChange({ ...wait, time })} />
    </>
  );
}

interface TimeFieldProps {
  label: string;
  value: string;
  onChange: (time: string) => void;
}

/** A time of day, by the clock where each fan lives. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <TextInput
      type="time"
      label={label}
      w={140}
      value={value}
      onChange={({ currentTarget }) => {
        if (/^\d\d:\d\d$/.test(currentTarget.value)) onChange(currentTarget.value);
      }}
    />
  );
}
