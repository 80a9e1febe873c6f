import { Group, NumberInput, Select, Stack, Switch } from "@mantine/core";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Trigger } from "#src/features/email/sequences/definition-rules.ts";
import { SEPARATORS } from "#src/kit/separators.ts";
import { TimeField } from "./WaitFields.tsx";

const DAYS_MAX = 365;

type DateTrigger = Extract<Trigger, { type: "date" }>;

interface DateFieldsProps {
  trigger: DateTrigger;
  catalog: Catalog;
  onChange: (trigger: DateTrigger) => void;
}

/** Which date of theirs, how long before or after it, and at what time. */
export function DateFields({ trigger, catalog, onChange }: DateFieldsProps) {
  const dates = catalog.fields.filter(({ type }) => type === "date");
  const data = dates.map(({ key, label }) => ({ value: key, label }));
  const { days } = trigger;
  return (
    <Stack gap="xs">
      <Select
        size="md"
        label="Date"
        placeholder="Choose a date field"
        nothingFoundMessage="You have no date fields yet. Add one under Leads."
        allowDeselect={false}
        data={data}
        value={dates.some(({ key }) => key === trigger.field) ? trigger.field : null}
        onChange={(field) => field && onChange({ ...trigger, field })}
      />
      <Group gap="xs" align="end">
        <NumberInput
          size="md"
          w={96}
          label="Days"
          min={0}
          max={DAYS_MAX}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          {...SEPARATORS}
          value={Math.abs(days)}
          onChange={(typed) =>
            typeof typed === "number" && onChange({ ...trigger, days: days < 0 ? -typed : typed })
          }
        />
        <Select
          size="md"
          w={180}
          aria-label="Before or after"
          allowDeselect={false}
          data={[
            { value: "after", label: "After the date" },
            { value: "before", label: "Before the date" },
          ]}
          value={days < 0 ? "before" : "after"}
          onChange={(way) => onChange({ ...trigger, days: Math.abs(days) * (way === "before" ? -1 : 1) })}
        />
        <TimeField
          label="At, their time"
          value={trigger.time}
          onChange={(time) => onChange({ ...trigger, time })}
        />
      </Group>
      <Switch
        label="Every year"
        checked={trigger.is_yearly}
        onChange={({ currentTarget }) => onChange({ ...trigger, is_yearly: currentTarget.checked })}
      />
    </Stack>
  );
}
