import {
  API_PATH,
  CURRENT_ACCOUNT_PATH,
  NOTIFICATIONS_READ_PATH,
  PUSH_DEVICES_PATH,
} from "#src/lib/paths.ts";

/* The dashboard's service worker: it shows notifications while the dashboard is closed, and caches
   nothing. */
declare const self: ServiceWorkerGlobalScope;

/** Same as `PushText` in `notifications/push-rules.ts`. */
export interface Message {
  id: string;
  title: string;
  body: string;
  path: string;
  account: string;
}

self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const message: Message | undefined = event.data?.json();
  if (!message) return;
  const { id, title, body } = message;
  const icon = "/static/icon-192.png";
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, icon, data: message }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** The push service has replaced the subscription, and only this device knows the new one. */
async function renew({ newSubscription, oldSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const { pushManager } = self.registration;
  const subscription =
    newSubscription ?? (oldSubscription && (await pushManager.subscribe(oldSubscription.options)));
  if (!subscription) return;
  const headers = { "content-type": "application/json" };
  await fetch(API_PATH + PUSH_DEVICES_PATH, { method: "POST", headers, body: JSON.stringify(subscription) });
}

/** Opens the notification's subject in its account, reusing an open window. */
async function open({ id, path, account }: Message): Promise<void> {
  const headers = { "content-type": "application/json" };
  // Fails once they've signed out or left the team. The dashboard explains that.
  await fetch(API_PATH + CURRENT_ACCOUNT_PATH, {
    method: "PUT",
    headers,
    body: JSON.stringify({ account }),
  }).catch(() => undefined);
  await fetch(API_PATH + NOTIFICATIONS_READ_PATH, {
    method: "POST",
    headers,
    body: JSON.stringify({ ids: [id], opened: "push" }),
  }).catch(() => undefined);
  const [opened] = await self.clients.matchAll({ type: "window" });
  const shown = opened && (await opened.navigate(path).catch(() => undefined));
  if (shown) await shown.focus();
  else await self.clients.openWindow(path);
}
