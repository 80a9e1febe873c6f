import { Group, NumberInput, Select } from "@mantine/core";
import { type Duration, WAIT_UNITS } from "#src/features/email/sequences/definition-rules.ts";
import { SEPARATORS } from "#src/kit/separators.ts";

const UNIT_LABELS: Readonly<Record<Duration["unit"], string>> = {
  minutes: "Minutes",
  hours: "Hours",
  days: "Days",
  weeks: "Weeks",
};
const AMOUNT_MAX = 1000;

interface DurationFieldsProps {
  label: string;
  value: Duration;
  onChange: (duration: Duration) => void;
}

export function DurationFields({ label, value: { amount, unit }, onChange }: DurationFieldsProps) {
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <NumberInput
        size="md"
        w={112}
        label={label}
        min={1}
        max={AMOUNT_MAX}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        {...SEPARATORS}
        value={amount}
        onChange={(typed) => typeof typed === "number" && typed >= 1 && onChange({ amount: typed, unit })}
      />
      <Select
        size="md"
        flex={1}
        maw={180}
        aria-label="Unit"
        allowDeselect={false}
        data={WAIT_UNITS.map((value) => ({ value, label: UNIT_LABELS[value] }))}
        value={unit}
        onChange={(chosen) => onChange({ amount, unit: chosen as Duration["unit"] })}
      />
    </Group>
  );
}
