import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";

export const MESSAGES_PER_WEEK = instanceSetting({
  name: "messages_per_week",
  group: "accounts",
  variable: "MESSAGES_PER_WEEK",
  default: "3",
  schema: z
    .string()
    .trim()
    .regex(/^(?:[1-9]|1\d|20)$/, "Enter a number from 1 to 20.")
    .transform(Number),
  about:
    "How many messages of the instance, such as news and reminders, a person gets within seven days. Urgent ones come anyway.",
  label: "Messages a week",
  hint: "How many pieces of news and reminders a person gets within seven days. Urgent ones come anyway.",
  input: { kind: "number", min: 1, max: 20, unit: "a week" },
});

export const APPROVAL_OVER = instanceSetting({
  name: "notification_approval_over",
  group: "accounts",
  variable: "NOTIFICATION_APPROVAL_OVER",
  default: "1000",
  schema: z
    .string()
    .trim()
    .regex(/^\d{1,7}$/, "Enter a number from 0 to 9,999,999.")
    .transform(Number),
  about:
    "Notifications of staff to more accounts than this wait until a second member of staff confirms them, if there is one.",
  label: "Receivers without a second member of staff",
  hint: "Notifications to more accounts than this wait until a colleague confirms them, if there is one.",
  input: { kind: "number", min: 0, max: 9_999_999, unit: "accounts" },
});
