import * as z from "zod";
import { member } from "#src/lib/endpoint.ts";
import { TOPIC_NAMES } from "./rules.ts";

export const PREFERENCE_ERRORS = {
  PREFERENCE_FIXED: { status: 400, message: "That one can’t be changed." },
} as const;

const topic = z.enum(TOPIC_NAMES);
const cellSchema = z.object({
  /** False for what can’t be changed: we always tell you that way, or never. */
  is_choice: z.boolean(),
  is_on: z.boolean(),
});
const preferencesSchema = z.object({
  items: z.array(z.object({ topic, in_app: cellSchema, email: cellSchema })),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const preferenceChangeSchema = z.object({
  topic,
  in_app: z.boolean().optional(),
  email: z.boolean().optional(),
});

const tags = ["notifications"];

export const preferencesContract = {
  list: member("account.see")
    .route({
      method: "GET",
      path: "/me/notification-preferences",
      tags,
      summary: "What you’re told about, and how: in the app, and by e-mail",
    })
    .output(preferencesSchema),
  update: member("account.see")
    .route({
      method: "PATCH",
      path: "/me/notification-preferences",
      tags,
      summary: "Turn a way of being told about something on or off; security can’t be turned off",
    })
    .errors(PREFERENCE_ERRORS)
    .input(preferenceChangeSchema)
    .output(preferencesSchema),
};
