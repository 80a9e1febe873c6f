import * as z from "zod";
import { idSchema, listOf, person, routesOf, sentence } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { PUSH_DEVICES_PATH } from "#src/lib/paths.ts";
import { PUSH_DEVICES_MAX, TOPIC_NAMES } from "./rules.ts";

export const PREFERENCE_ERRORS = {
  PREFERENCE_FIXED: { status: 400, message: "That one can’t be changed." },
} as const;

export const PUSH_ERRORS = {
  PUSH_NOT_OFFERED: { status: 409, message: "This instance can’t send notifications to devices." },
  PUSH_SUBSCRIPTION_REFUSED: {
    status: 400,
    message: "We can’t send anything to that browser. Try another one.",
  },
  PUSH_DEVICES_TOO_MANY: {
    status: 409,
    message: `You get notifications on ${PUSH_DEVICES_MAX} devices already. Remove one first.`,
  },
  PUSH_DEVICE_NOT_FOUND: { status: 404, message: "That device is already off the list." },
} as const;

const topic = z.enum(TOPIC_NAMES);
const cellSchema = z.object({
  /** False where people have no choice, because this channel is always or never used. */
  is_choice: z.boolean(),
  is_on: z.boolean(),
});
const preferencesSchema = z.object({
  items: z.array(
    z.object({
      topic,
      in_app: cellSchema,
      email: cellSchema,
      /** Absent for people without a device for notifications. */
      push: cellSchema.optional(),
    }),
  ),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const preferenceChangeSchema = z.object({
  topic,
  in_app: z.boolean().optional(),
  email: z.boolean().optional(),
  push: z.boolean().optional(),
});

const pushDeviceSchema = z.object({
  id: z.string(),
  /** Browser and system, as far as they're known. */
  device: sentence(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  /** Set for the device of this request's session. */
  is_current: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDeviceSchema>;

export const pushSubscriptionSchema = z.object({
  endpoint: z.string().max(2048),
  /** Browsers send it, but it has no meaning: a subscription ends when its messages are rejected. */
  expirationTime: z.number().nullish(),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});

const { get, post, patch, del } = routesOf("notifications");

export const preferencesContract = {
  list: person("account.see")
    .route(
      get(
        "/me/notification-preferences",
        "What you’re told about, and how: in the app, by e-mail, and on your devices",
      ),
    )
    .output(preferencesSchema),
  update: person("account.see")
    .route(
      patch(
        "/me/notification-preferences",
        "Turn a way of being told about something on or off; security can’t be turned off",
      ),
    )
    .errors(PREFERENCE_ERRORS)
    .input(preferenceChangeSchema)
    .output(preferencesSchema),
  listPushDevices: person("account.see")
    .route(
      get(
        PUSH_DEVICES_PATH,
        "The devices you get notifications on, and the key (VAPID) that a browser subscribes with",
      ),
    )
    .output(listOf(pushDeviceSchema).extend({ public_key: z.string().nullable() })),
  addPushDevice: person("account.see")
    .route(
      post(
        PUSH_DEVICES_PATH,
        "Get notifications on this device until you sign out there: what its browser subscribed with",
      ),
    )
    .errors(pickErrors(PUSH_ERRORS, "PUSH_NOT_OFFERED", "PUSH_SUBSCRIPTION_REFUSED", "PUSH_DEVICES_TOO_MANY"))
    .input(pushSubscriptionSchema)
    .output(pushDeviceSchema),
  removePushDevice: person("account.see")
    .route(del(`${PUSH_DEVICES_PATH}/{id}`, "Stop getting notifications on a device"))
    .errors(pickErrors(PUSH_ERRORS, "PUSH_DEVICE_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(z.object({ id: z.string() })),
};
