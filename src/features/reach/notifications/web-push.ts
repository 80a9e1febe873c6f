import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import {
  findReachableDevice,
  recordDeviceUse,
  removeGoneDevice,
} from "#src/features/identity/preferences/preferences.ts";
import { languageNamed } from "#src/lib/language.ts";
import { localeFor } from "#src/lib/locale.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { translatorFor } from "#src/platform/languages.ts";
import { SafeFetchFailure } from "#src/platform/outbound/safe-fetch.ts";
import { type PushSubscription, sendPush } from "#src/platform/push/send-push.ts";
import { findNotificationText } from "./notifications.ts";
import { CROWD_SECONDS, outcomeOf, PUSH_WAITS_S, type PushText } from "./push-rules.ts";
import type { NotificationRecipient } from "./store.ts";

const pushSchema = z.object({ notification: z.string(), device: z.string(), tries: z.number() });

export const pushJob: JobType<z.output<typeof pushSchema>> = {
  name: "notifications.push",
  class: "calls",
  data: pushSchema,
};

interface Device {
  id: string;
  user_id: string;
  service: string;
}

/**
 * Queues new notifications for their recipients' devices. Fans in a crowd wait a moment for more, and share a
 * message.
 */
export async function enqueuePush(
  ctx: Platform,
  told: readonly (NotificationRecipient & { isMore?: boolean })[],
  devices: readonly Device[],
): Promise<void> {
  for (const { id: notification, user_id, isMore } of told) {
    for (const device of devices.filter((one) => one.user_id === user_id)) {
      const waiting = isMore ? { delaySeconds: CROWD_SECONDS, key: `push ${notification} ${device.id}` } : {};
      const data = { notification, device: device.id, tries: 0 };
      await ctx.enqueue(pushJob, data, { group: device.user_id, ...waiting });
    }
  }
}

/** Makes one attempt. Notifications that have been read or can't be seen anymore by then aren't sent. */
export async function deliverPush(
  platform: Platform,
  { notification: id, device: deviceId, tries }: z.output<typeof pushSchema>,
): Promise<void> {
  const found = await findReachableDevice(platform, deviceId);
  if (!found) return;
  const { device, subscription } = found;
  const reader = await findPerson(platform.db, device.user_id);
  const words = await findNotificationText(platform, {
    person: device.user_id,
    locale: localeFor(reader),
    id,
  });
  if (!words || words.isRead) return;
  const say = await translatorFor(languageNamed(reader?.language));
  const text: PushText = {
    id,
    title: say(words.text),
    body: words.isOwn ? "" : say(`${words.owner}’s account`),
    path: words.path ?? PATHS.dashboard,
    account: words.account,
  };
  const outcome = outcomeOf(await attemptPush(platform, subscription, text));
  if (outcome === "sent") return recordDeviceUse(platform, device);
  if (outcome === "gone") return removeGoneDevice(platform, device);
  const delaySeconds = PUSH_WAITS_S[tries];
  if (outcome === "refused" || delaySeconds === undefined) return;
  const again = { notification: id, device: deviceId, tries: tries + 1 };
  await platform.enqueue(pushJob, again, { group: device.user_id, delaySeconds });
}

/** Returns the push service's status, or undefined if it wasn't reached. */
async function attemptPush(
  platform: Platform,
  subscription: PushSubscription,
  text: PushText,
): Promise<number | undefined> {
  if (!platform.push) return undefined;
  const message = { text: JSON.stringify(text), topic: text.id.replaceAll("-", "") };
  try {
    return await sendPush(platform, platform.push, { subscription, message });
  } catch (error) {
    if (error instanceof SafeFetchFailure) return undefined;
    throw error;
  }
}
