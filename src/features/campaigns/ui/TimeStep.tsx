import { Radio, Stack } from "@mantine/core";
import { OnceFields } from "./OnceFields.tsx";
import { RepeatFields } from "./RepeatFields.tsx";
import { newRhythm, nextHour, type When } from "./when-form.ts";

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
            label="At a set time"
            description="If this instance is down at that time, it still goes out a little later. If that’s too late, we’ll ask you first."
          />
          <Radio
            value="repeat"
            label="On repeat"
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
