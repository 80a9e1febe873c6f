import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";

/** Owners are promised this much of their activity log. */
export const EVENT_DAYS_MIN = 90;
const CHOICES = [90, 180, 365, 730, 1825, 3650];

export const EVENT_DAYS_KEPT = instanceSetting({
  name: "event_days",
  group: "site",
  variable: "EVENT_DAYS",
  default: String(EVENT_DAYS_MIN),
  schema: z
    .string()
    .regex(/^\d{1,5}$/, "Enter whole days, from 90 to 3,650.")
    .transform(Number)
    .refine((days) => days >= EVENT_DAYS_MIN && days <= 3650, "Enter whole days, from 90 to 3,650."),
  about:
    "For how many days the instance knows what was done, by whom and when: 90 to 3,650. Owners see the last 90 in their activity log.",
  label: "Audit log",
  hint: "How long the instance knows what was done, by whom, and when.",
  input: {
    kind: "choice",
    choices: CHOICES.map((days) => ({ value: String(days), label: `${days} days` })),
  },
});
