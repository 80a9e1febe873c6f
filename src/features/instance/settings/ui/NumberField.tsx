import { Checkbox, NumberInput, Stack } from "@mantine/core";
import { useState } from "react";
import type { Setting } from "#src/features/instance/settings/contract.ts";
import { SEPARATORS } from "#src/kit/separators.ts";
import type { SettingFieldProps } from "./field-props.ts";

interface NumberFieldProps extends SettingFieldProps {
  setting: Setting & { input: { kind: "number" } };
}

/** A whole number with its unit, and a box for none at all. */
export function NumberField({ setting, field }: NumberFieldProps) {
  const { label, hint, input } = setting;
  const isNone = field.value === "off";
  // What the box brings back when it's cleared again.
  const [last, setLast] = useState(isNone ? firstNumber(setting) : field.value);
  const change = (value: string | number) => {
    setLast(String(value));
    field.onChange(String(value));
  };
  return (
    <Stack gap="xs">
      <NumberInput
        label={label}
        description={hint}
        size="md"
        data-path={setting.name}
        error={field.error}
        suffix={` ${input.unit}`}
        min={input.min}
        max={input.max}
        allowDecimal={false}
        allowNegative={false}
        {...SEPARATORS}
        disabled={isNone}
        value={isNone ? "" : field.value}
        onChange={change}
      />
      {input.none && (
        <Checkbox
          label={input.none}
          aria-label={`${label}: ${input.none}`}
          checked={isNone}
          onChange={({ currentTarget: { checked } }) => field.onChange(checked ? "off" : last)}
        />
      )}
    </Stack>
  );
}

function firstNumber({ default: text, input }: NumberFieldProps["setting"]): string {
  return text === "off" ? String(input.min) : text;
}
