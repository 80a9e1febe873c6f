import { Autocomplete, MultiSelect, NumberInput, Select, TagsInput, TextInput } from "@mantine/core";
import type { Attribute } from "#src/features/audience/segments/conditions/attribute-rules.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import {
  type AttributeTest,
  DAYS_MAX,
  type Scalar,
  VALUE_CHARS_MAX,
  VALUES_MAX,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import {
  DAYS_OPERATORS,
  isValueless,
  valuesOf,
} from "#src/features/audience/segments/conditions/value-rules.ts";
import { SEPARATORS } from "#src/kit/separators.ts";
import { choiceLabel } from "../shared/condition-labels.ts";

interface ValueFieldsProps {
  attribute: Attribute;
  test: AttributeTest;
  catalog: Catalog;
  onChange: (test: AttributeTest) => void;
}

/** What an attribute is compared with. */
export function ValueFields({ attribute, test, catalog, onChange }: ValueFieldsProps) {
  const { operator } = test;
  const values = valuesOf(test);
  const set = (value: Scalar | Scalar[]) => onChange({ ...test, value });
  if (isValueless(operator)) return null;
  if (DAYS_OPERATORS.includes(operator)) return <DaysField value={values[0]} onChange={set} />;
  const one = { attribute, catalog };
  if (operator === "between") {
    const [low = "", high = ""] = values;
    return (
      <>
        <OneField {...one} label="From" value={low} onChange={(value) => set([value, high])} />
        <OneField {...one} label="To" value={high} onChange={(value) => set([low, value])} />
      </>
    );
  }
  if (operator === "in" || operator === "not_in")
    return <ManyField {...one} values={values.map(String)} onChange={set} />;
  return <OneField {...one} label="Value" value={values[0] ?? ""} onChange={set} />;
}

function DaysField({
  value,
  onChange,
}: {
  value: Scalar | undefined;
  onChange: (value: number | string) => void;
}) {
  return (
    <NumberInput
      aria-label="Days"
      min={1}
      max={DAYS_MAX}
      allowDecimal={false}
      suffix=" days"
      {...SEPARATORS}
      value={typeof value === "number" ? value : ""}
      onChange={onChange}
    />
  );
}

interface OneFieldProps {
  attribute: Attribute;
  catalog: Catalog;
  label: string;
  value: Scalar;
  onChange: (value: Scalar) => void;
}

function OneField({ attribute, catalog, label, value, onChange }: OneFieldProps) {
  const { type } = attribute;
  const choices = choicesOf(attribute, catalog, [String(value)]);
  if (type === "number")
    return (
      <NumberInput
        aria-label={label}
        {...SEPARATORS}
        value={typeof value === "number" ? value : ""}
        onChange={onChange}
      />
    );
  if (type === "flag")
    return (
      <Select
        aria-label={label}
        allowDeselect={false}
        data={[
          { value: "yes", label: "Yes" },
          { value: "no", label: "No" },
        ]}
        value={value === true ? "yes" : "no"}
        onChange={(chosen) => onChange(chosen === "yes")}
      />
    );
  const text = { "aria-label": label, maxLength: VALUE_CHARS_MAX, value: String(value) };
  if (type === "date")
    return (
      <TextInput
        {...text}
        // A moment that a program chose shows its day.
        value={text.value.slice(0, 10)}
        type="date"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (type === "tag")
    return <Autocomplete {...text} placeholder="Tag" data={catalog.tags} limit={50} onChange={onChange} />;
  if (choices)
    return (
      <Select
        aria-label={label}
        placeholder="Choose"
        searchable
        limit={60}
        nothingFoundMessage="Nothing by that name."
        data={choices}
        value={value === "" ? null : String(value)}
        onChange={(chosen) => onChange(chosen ?? "")}
      />
    );
  return (
    <TextInput {...text} placeholder="Text" onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  );
}

interface ManyFieldProps extends Pick<OneFieldProps, "attribute" | "catalog"> {
  values: string[];
  onChange: (values: string[]) => void;
}

function ManyField({ attribute, catalog, values, onChange }: ManyFieldProps) {
  const choices = choicesOf(attribute, catalog, values);
  const common = {
    "aria-label": "Values",
    clearable: true,
    clearButtonProps: { "aria-label": "Clear" },
    value: values,
    maxValues: VALUES_MAX,
    onChange,
    placeholder: values.length === 0 ? "Choose" : "",
  };
  if (choices)
    return (
      <MultiSelect
        {...common}
        searchable
        limit={60}
        nothingFoundMessage="Nothing by that name."
        data={choices}
      />
    );
  return (
    <TagsInput
      {...common}
      placeholder={values.length === 0 ? "Press Enter after each one" : ""}
      data={attribute.type === "tag" ? catalog.tags : []}
      limit={50}
      acceptValueOnBlur
    />
  );
}

/** What can be chosen, with what was chosen and is gone, so that it can be removed. Undefined for free text. */
function choicesOf(attribute: Attribute, catalog: Catalog, chosen: readonly string[]) {
  const { choices, refersTo, type } = attribute;
  if (type === "tag" || (!choices && !refersTo)) return undefined;
  const known = refersTo
    ? catalog[refersTo].map(({ id, name }) => ({ value: id, label: name }))
    : (choices ?? []).map((choice) => ({ value: choice, label: choiceLabel(attribute, choice) }));
  const gone = chosen.filter((one) => one !== "" && !known.some(({ value }) => value === one));
  return [...known, ...gone.map((value) => ({ value, label: "Not there anymore" }))];
}
