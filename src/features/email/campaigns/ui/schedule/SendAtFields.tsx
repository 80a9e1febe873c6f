import { Switch, TextInput } from "@mantine/core";
import { currentZone } from "#src/kit/zone.ts";
import type { SendAt } from "./schedule-form.ts";

interface OnceFieldsProps {
  when: SendAt;
  onChange: (when: SendAt) => void;
}

/** A date and a time, on the reader's clock or on everyone's. */
export function SendAtFields({ when, onChange }: OnceFieldsProps) {
  const { wall, isLocal } = when;
  return (
    <>
      <TextInput
        type="datetime-local"
        data-autofocus
        label="Date and time"
        description={isLocal ? undefined : `Time zone: ${currentZone()}`}
        w={{ base: "100%", xs: 320 }}
        value={wall}
        onChange={({ currentTarget: { value } }) => {
          if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)) onChange({ ...when, wall: value });
        }}
      />
      <Switch
        label="In each person’s own time zone"
        description={`Fans whose time zone we don’t know get it by yours: ${currentZone()}. Where that time has already passed, it goes out a day later.`}
        checked={isLocal}
        onChange={({ currentTarget }) => onChange({ ...when, isLocal: currentTarget.checked })}
      />
    </>
  );
}
