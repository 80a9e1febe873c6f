import { Radio, Stack } from "@mantine/core";
import { RecurrenceFields } from "../series/RecurrenceFields.tsx";
import { SendAtFields } from "./SendAtFields.tsx";
import { newRecurrence, nextHour, type ScheduleForm } from "./schedule-form.ts";

interface TimeStepProps {
  when: ScheduleForm;
  onChange: (when: ScheduleForm) => void;
}

const START: Record<ScheduleForm["kind"], () => ScheduleForm> = {
  now: () => ({ kind: "now" }),
  once: () => ({ kind: "once", wall: nextHour(), isLocal: false }),
  repeat: () => ({ kind: "repeat", rhythm: newRecurrence() }),
};

export function TimeStep({ when, onChange }: TimeStepProps) {
  return (
    <Stack>
      <Radio.Group
        label="When it goes out"
        value={when.kind}
        onChange={(kind) => onChange(START[kind as ScheduleForm["kind"]]())}
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
      {when.kind === "once" && <SendAtFields when={when} onChange={onChange} />}
      {when.kind === "repeat" && (
        <RecurrenceFields rhythm={when.rhythm} onChange={(rhythm) => onChange({ kind: "repeat", rhythm })} />
      )}
    </Stack>
  );
}
