import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { because } from "#src/lib/event-sentences.ts";
import { REMINDERS, type ReminderName } from "./rules.ts";

export const reminderEvents = eventList("account");

/* What staff settle about reminders. The subject is the rule. */

const ofRule = z.object({ rule: z.string() });
const withReason = ofRule.extend({ reason: z.string() });

/** Events outlive the rules that they're about. */
const about = (what: string, rule: unknown) => {
  const name = Object.keys(REMINDERS).find((one) => one === rule) as ReminderName | undefined;
  return name ? `${what}, “${REMINDERS[name].label}”` : what;
};
export const reminderChanged = reminderEvents.add("reminder.changed", {
  payload: ofRule,
  sentence: ({ rule }) => about("Changed a reminder", rule),
});

export const reminderSwitchedOn = reminderEvents.add("reminder.switched_on", {
  payload: withReason,
  sentence: ({ rule, reason }) => because(about("Switched a reminder on", rule), reason),
});

export const reminderSwitchedOff = reminderEvents.add("reminder.switched_off", {
  payload: withReason,
  sentence: ({ rule, reason }) => because(about("Switched a reminder off", rule), reason),
});
