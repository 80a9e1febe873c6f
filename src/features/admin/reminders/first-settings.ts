import type { Settings } from "./contract.ts";
import { FIRST_TEXTS } from "./first-texts.ts";
import { REMINDERS, type ReminderName } from "./rules.ts";

/** How a reminder is until staff change it. */
export function firstSettings(rule: ReminderName): Settings {
  return {
    delay_days: REMINDERS[rule].first_days,
    channels: ["in_app", "email"],
    repeat_days: null,
    times_max: 1,
    versions: FIRST_TEXTS[rule],
  };
}
