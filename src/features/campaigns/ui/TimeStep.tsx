import { Radio, Stack, TextInput } from "@mantine/core";
import { LATE_MINUTES_MAX } from "#src/features/campaigns/rules.ts";

interface TimeStepProps {
  /** Null: right away. */
  at: string | null;
  onChange: (at: string | null) => void;
}

const HOUR_MS = 3_600_000;
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment as the field for date and time takes it: this device's clock, to the minute. */
function clockTime(at: string): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** When it goes out. */
export function TimeStep({ at, onChange }: TimeStepProps) {
  const nextHour = () => new Date(Math.ceil((Date.now() + 1) / HOUR_MS) * HOUR_MS).toISOString();
  return (
    <Stack>
      <Radio.Group
        label="When it goes out"
        value={at === null ? "now" : "later"}
        onChange={(value) => onChange(value === "now" ? null : nextHour())}
      >
        <Stack gap="sm" mt="xs">
          <Radio value="now" label="As soon as you send it" />
          <Radio
            value="later"
            label="At a time"
            description={`If nothing runs here then, it still goes out within ${LATE_MINUTES_MAX} minutes. After that, we ask you.`}
          />
        </Stack>
      </Radio.Group>
      {at !== null && (
        <TextInput
          type="datetime-local"
          label="Date and time"
          description={`Time zone: ${ZONE}`}
          w={{ base: "100%", xs: 320 }}
          value={clockTime(at)}
          onChange={({ currentTarget: { value } }) => {
            const moment = new Date(value);
            if (!Number.isNaN(moment.getTime())) onChange(moment.toISOString());
          }}
        />
      )}
    </Stack>
  );
}
