import { Autocomplete, NumberInput, SegmentedControl, Select, Stack, TextInput } from "@mantine/core";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { SEPARATORS } from "#src/kit/separators.ts";

type Of<Type extends Step["type"]> = Extract<Step, { type: Type }>;

interface FieldsProps<Type extends Step["type"]> {
  step: Of<Type>;
  catalog: Catalog;
  onChange: (part: Partial<Of<Type>>) => void;
}

const CHARS_MAX = { tag: 50, title: 300, value: 2000 } as const;
const DAYS_MAX = 365;

export function TagFields({ step: { action, tag }, catalog, onChange }: FieldsProps<"tag">) {
  return (
    <Stack>
      <SegmentedControl
        aria-label="What to do"
        style={{ alignSelf: "start" }}
        data={[
          { value: "add", label: "Add it" },
          { value: "remove", label: "Take it off" },
        ]}
        value={action}
        onChange={(value) => onChange({ action: value as "add" | "remove" })}
      />
      <Autocomplete
        label="Tag"
        data={catalog.tags}
        maxLength={CHARS_MAX.tag}
        value={tag}
        onChange={(typed) => onChange({ tag: typed })}
      />
    </Stack>
  );
}

export function FieldStepFields({ step: { key, value }, catalog, onChange }: FieldsProps<"field">) {
  const field = catalog.fields.find((one) => one.key === key);
  const text = value === null || typeof value === "boolean" ? "" : String(value);
  return (
    <Stack>
      <Select
        size="md"
        label="Field"
        placeholder="Choose a field"
        nothingFoundMessage="You have no fields of your own yet. Add them under Leads."
        allowDeselect={false}
        data={catalog.fields.map((one) => ({ value: one.key, label: one.label }))}
        value={field ? key : null}
        onChange={(chosen) => chosen && onChange({ key: chosen, value: null })}
      />
      {field?.type === "bool" && (
        <SegmentedControl
          aria-label="Value"
          style={{ alignSelf: "start" }}
          data={[
            { value: "true", label: "Yes" },
            { value: "false", label: "No" },
            { value: "", label: "Empty" },
          ]}
          value={value === null ? "" : String(value)}
          onChange={(chosen) => onChange({ value: chosen === "" ? null : chosen === "true" })}
        />
      )}
      {field?.type === "choice" && (
        <Select
          size="md"
          label="Value"
          placeholder="Empty"
          clearable
          clearButtonProps={{ "aria-label": "Clear" }}
          data={field.choices}
          value={text === "" ? null : text}
          onChange={(chosen) => onChange({ value: chosen })}
        />
      )}
      {field && field.type !== "bool" && field.type !== "choice" && (
        <TextInput
          label="Value"
          placeholder="Empty"
          type={field.type === "date" ? "date" : field.type === "number" ? "number" : "text"}
          maxLength={CHARS_MAX.value}
          value={text}
          onChange={({ currentTarget }) =>
            onChange({ value: typedValue(currentTarget.value, field.type === "number") })
          }
        />
      )}
    </Stack>
  );
}

function typedValue(typed: string, isNumber: boolean): string | number | null {
  if (typed === "") return null;
  return isNumber && Number.isFinite(Number(typed)) ? Number(typed) : typed;
}

const NO_STAGE = "none";

export function StageFields({ step: { stage_id }, catalog, onChange }: FieldsProps<"stage">) {
  const known = catalog.stages.map(({ id, name }) => ({ value: id, label: name }));
  const isGone = stage_id !== null && !known.some(({ value }) => value === stage_id);
  return (
    <Select
      size="md"
      label="Stage"
      allowDeselect={false}
      data={[
        { value: NO_STAGE, label: "Out of the pipeline" },
        ...known,
        ...(isGone ? [{ value: stage_id, label: "Not there anymore" }] : []),
      ]}
      value={stage_id ?? NO_STAGE}
      onChange={(chosen) => onChange({ stage_id: chosen === NO_STAGE ? null : chosen })}
    />
  );
}

export function TaskFields({ step: { title, days, assignee_id }, catalog, onChange }: FieldsProps<"task">) {
  return (
    <Stack>
      <TextInput
        label="What’s to do"
        maxLength={CHARS_MAX.title}
        value={title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <NumberInput
        size="md"
        w={180}
        label="Due after days"
        min={0}
        max={DAYS_MAX}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        {...SEPARATORS}
        value={days}
        onChange={(typed) => typeof typed === "number" && onChange({ days: typed })}
      />
      <Select
        size="md"
        label="Who does it"
        placeholder="Whoever looks after the fan"
        clearable
        clearButtonProps={{ "aria-label": "Clear" }}
        data={catalog.owners.map(({ id, name }) => ({ value: id, label: name }))}
        value={assignee_id}
        onChange={(chosen) => onChange({ assignee_id: chosen })}
      />
    </Stack>
  );
}
