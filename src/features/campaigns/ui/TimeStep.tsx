import { Radio, Stack, Switch, TextInput } from "@mantine/core";
import { LATE_MINUTES_MAX } from "#src/features/campaigns/rules.ts";
import { RepeatFields } from "./RepeatFields.tsx";
import { newRhythm, nextHour, type When, ZONE } from "./when-form.ts";

interface TimeStepProps {
  when: When;
  onChange: (when: When) => void;
}

const START: Record<When["kind"], () => When> = {
  now: () => ({ kind: "now" }),
  once: () => ({ kind: "once", wall: nextHour(), isLocal: false }),
  repeat: () => ({ kind: "repeat", rhythm: newRhythm() }),
};

/** When it goes out. */
export function TimeStep({ when, onChange }: TimeStepProps) {
  return (
    <Stack>
      <Radio.Group
        label="When it goes out"
        value={when.kind}
        onChange={(kind) => onChange(START[kind as When["kind"]]())}
      >
        <Stack gap="sm" mt="xs">
          <Radio value="now" label="As soon as you send it" />
          <Radio
            value="once"
            label="At a time"
            description={`If nothing runs here then, it still goes out within ${LATE_MINUTES_MAX} minutes. After that, we ask you.`}
          />
          <Radio
            value="repeat"
            label="Again and again"
            description="Each run is a campaign of its own, which you can look at, change or move before it goes out."
          />
        </Stack>
      </Radio.Group>
      {when.kind === "once" && <OnceFields when={when} onChange={onChange} />}
      {when.kind === "repeat" && (
        <RepeatFields rhythm={when.rhythm} onChange={(rhythm) => onChange({ kind: "repeat", rhythm })} />
      )}
    </Stack>
  );
}

interface OnceFieldsProps<Time extends { wall: string; isLocal: boolean }> {
  when: Time;
  onChange: (when: Time) => void;
}

/** A date and a time, on this device's clock or on everyone's. */
export function OnceFields<Time extends { wall: string; isLocal: boolean }>({
  when,
  onChange,
}: OnceFieldsProps<Time>) {
  const { wall, isLocal } = when;
  return (
    <>
      <TextInput
        type="datetime-local"
        label="Date and time"
        description={isLocal ? undefined : `Time zone: ${ZONE}`}
        w={{ base: "100%", xs: 320 }}
        value={wall}
        onChange={({ currentTarget: { value } }) => {
          if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)) onChange({ ...when, wall: value });
        }}
      />
      <Switch
        label="In each person’s own time zone"
        description={`Where we don’t know it, in yours: ${ZONE}. Whoever’s clock is past that time gets it a day later.`}
        checked={isLocal}
        onChange={({ currentTarget }) => onChange({ ...when, isLocal: currentTarget.checked })}
      />
    </>
  );
}
