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
  hint: "A number from 1 to 20: how many pieces of news and reminders a person gets within seven days. Urgent ones come anyway.",
  input: { kind: "text" },
});
