import { Button, Group, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import type { AudienceRule } from "#src/features/admin/notifications/audience-contract.ts";
import {
  DAYS_MAX,
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  isValueOf,
  NUMBER_MAX,
} from "#src/features/admin/notifications/rules.ts";
import { countryChoices } from "#src/kit/country-choices.ts";
import { CHOICES } from "./audience-choices.ts";

const DAYS_FIRST = 30;

/** What a condition starts with once its field is chosen. */
function firstValue(field: FieldName): string | number {
  const { kind } = FIELDS[field];
  if (kind === "days") return DAYS_FIRST;
  if (kind === "number") return 1;
  if (kind === "date") return new Date().toISOString().slice(0, 10);
  return kind === "country" ? "US" : (CHOICES[field]?.[0]?.value ?? "");
}

interface AudienceRuleFieldsProps {
  rule: AudienceRule;
  onRule: (rule: AudienceRule) => void;
  onRemove: () => void;
}

/** One condition: a field and its value. A value that’s no condition changes nothing. */
export function AudienceRuleFields({ rule, onRule, onRemove }: AudienceRuleFieldsProps) {
  const put = (field: FieldName, value: string | number) => {
    if (isValueOf(field, value)) onRule({ field, value } as AudienceRule);
  };
  return (
    <Group gap="xs" align="end">
      <NativeSelect
        size="md"
        flex="2 1 12rem"
        miw={0}
        aria-label="Condition"
        data={FIELD_NAMES.map((value) => ({ value, label: FIELDS[value].label }))}
        value={rule.field}
        onChange={({ currentTarget: { value } }) => {
          const field = FIELD_NAMES.find((one) => one === value);
          if (field) put(field, firstValue(field));
        }}
      />
      <ValueField rule={rule} onValue={(value) => put(rule.field, value)} />
      <Button size="md" variant="default" onClick={onRemove}>
        Remove
      </Button>
    </Group>
  );
}

function ValueField({ rule, onValue }: { rule: AudienceRule; onValue: (value: string | number) => void }) {
  const { kind } = FIELDS[rule.field];
  const shared = { size: "md", flex: "1 1 9rem", miw: 0, "aria-label": "Value" } as const;
  if (kind === "date")
    return (
      <TextInput
        {...shared}
        type="date"
        value={String(rule.value)}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
    );
  if (kind === "days" || kind === "number")
    return (
      <NumberInput
        {...shared}
        min={kind === "days" ? 1 : 0}
        max={kind === "days" ? DAYS_MAX : NUMBER_MAX}
        allowDecimal={false}
        value={Number(rule.value)}
        onChange={(value) => onValue(value === "" ? "" : Number(value))}
      />
    );
  return (
    <NativeSelect
      {...shared}
      data={kind === "country" ? countryChoices([]) : (CHOICES[rule.field] ?? [])}
      value={String(rule.value)}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
    />
  );
}
