import { Checkbox, NumberInput, Switch } from "@mantine/core";
import type { Settings } from "#src/features/admin/reminders/contract.ts";
import {
  DAYS_MAX,
  LATE_DAYS,
  REMINDERS,
  type ReminderName,
  TIMES_MAX,
} from "#src/features/admin/reminders/rules.ts";
import { CHANNELS } from "#src/features/identity/preferences/rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { CHANNEL_LABELS } from "./channel-labels.ts";

const REPEAT_DAYS_FIRST = 7;
const TIMES_FIRST = 3;

interface ReminderFieldsProps {
  rule: ReminderName;
  settings: Settings;
  onChange: (changes: Partial<Settings>) => void;
}

/** When it comes, how often, and how. An empty number changes nothing. */
export function ReminderFields({ rule, settings, onChange }: ReminderFieldsProps) {
  const { delay_days, channels, repeat_days, times_max } = settings;
  const { days, timing } = REMINDERS[rule];
  const numbers = { size: "md", allowDecimal: false, clampBehavior: "strict" } as const;
  const late =
    timing === "before"
      ? undefined
      : `Whoever passed this more than ${LATE_DAYS} days ago isn’t reminded anymore.`;
  return (
    <Card
      title="When and how it comes"
      text="In the morning, by everyone’s own clock. It counts as one of the messages a week, and people who turned news off don’t get it."
    >
      <NumberInput
        {...numbers}
        label={days}
        description={late}
        min={1}
        max={DAYS_MAX}
        value={delay_days}
        onChange={(value) => value !== "" && onChange({ delay_days: Number(value) })}
      />
      {CHANNELS.map((channel) => (
        <Checkbox
          key={channel}
          label={CHANNEL_LABELS[channel]}
          checked={channels.includes(channel)}
          onChange={({ currentTarget: { checked } }) =>
            onChange({
              channels: CHANNELS.filter((one) => (one === channel ? checked : channels.includes(one))),
            })
          }
        />
      ))}
      <Switch
        label="Again, if it’s still true"
        checked={repeat_days !== null}
        onChange={({ currentTarget: { checked } }) =>
          onChange(
            checked
              ? { repeat_days: REPEAT_DAYS_FIRST, times_max: Math.max(times_max, TIMES_FIRST) }
              : { repeat_days: null, times_max: 1 },
          )
        }
      />
      {repeat_days !== null && (
        <>
          <NumberInput
            {...numbers}
            label="Days in between"
            min={1}
            max={DAYS_MAX}
            value={repeat_days}
            onChange={(value) => value !== "" && onChange({ repeat_days: Number(value) })}
          />
          <NumberInput
            {...numbers}
            label="At most so many times in all"
            min={2}
            max={TIMES_MAX}
            value={times_max}
            onChange={(value) => value !== "" && onChange({ times_max: Number(value) })}
          />
        </>
      )}
    </Card>
  );
}
