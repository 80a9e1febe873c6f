import { PATHS, PUSH_WORKER_PATH } from "#src/lib/paths.ts";
import { preferencesApi } from "./preferences-queries.ts";

/**
 * This browser's support for notifications. `installable` requires adding the dashboard to the Home Screen
 * first. `subscribed` and `ready` tell whether it's subscribed yet.
 */
export type PushState = "unsupported" | "installable" | "blocked" | "subscribed" | "ready";

export async function pushState(): Promise<PushState> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !("PushManager" in window) || !("Notification" in window))
    return isApple() ? "installable" : "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return (await findSubscription()) ? "subscribed" : "ready";
}

/** iPhones and iPads only support it for apps on their Home Screen. An iPad claims to be a Mac. */
function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(PATHS.dashboard);
  return registration?.active?.scriptURL.endsWith(PUSH_WORKER_PATH)
    ? registration.pushManager.getSubscription()
    : null;
}

/** Asks the person for permission, and the browser for a subscription. False if they decline. */
export async function turnOnPush(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  // A subscription belongs to one key, and the instance may have another one by now.
  await (await findSubscription())?.unsubscribe();
  await navigator.serviceWorker.register(PUSH_WORKER_PATH, { scope: PATHS.dashboard });
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  await preferencesApi.addPushDevice.call({
    endpoint: endpoint ?? "",
    keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" },
  });
  return true;
}

export async function turnOffPush(id: string): Promise<void> {
  await preferencesApi.removePushDevice.call({ id });
  await (await findSubscription())?.unsubscribe();
}
