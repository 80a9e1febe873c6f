import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { pushKeys, startPushService } from "../harness/push-service.ts";
import { becomeSomebody, expect, expectAccessible, makeProfile, post, test } from "./instance.ts";
import { startServer } from "./server.ts";

test.use({ serviceWorkers: "allow" });

type Subscription = ReturnType<Awaited<ReturnType<typeof startPushService>>["subscribe"]>["subscription"];

/**
 * Stands in for the person who allows it and for the push service that a browser belongs to, since a browser
 * without a window has neither.
 */
async function subscribeWith(page: Page, subscription: Subscription): Promise<void> {
  await page.addInitScript((given) => {
    const own = {
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem("push");
        return true;
      },
    };
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem("push") === null ? null : own),
      subscribe: async () => {
        localStorage.setItem("push", "on");
        return own;
      },
    });
  }, subscription);
}

/**
 * What the dashboard's worker shows for a message, which it gets as it would from a browser that has decrypted
 * it. Without a window, there's nowhere to show it.
 */
async function shownFor(page: Page, data: string): Promise<string[]> {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("The dashboard has no worker.");
  const shown = await worker.evaluateHandle(() => {
    const titles: string[] = [];
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    registration.showNotification = async (title) => void titles.push(title);
    return titles;
  });
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith("/dashboard"));
      if (own) resolve(own.registrationId);
    }),
  );
  await browser.send("ServiceWorker.enable");
  const registrationId = await registered;
  await browser.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId,
    data,
  });
  await expect.poll(() => shown.jsonValue()).not.toEqual([]);
  return shown.jsonValue();
}

test("someone turns on push, and is told of a fan on this device @phone", async ({
  browser,
  contextOptions,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "fanfare-push-"));
  cpSync(process.env.FANFARE_FIRST_START ?? "", folder, { recursive: true });
  const service = await startPushService();
  const server = await startServer(folder, { ...pushKeys(), OUTBOUND_ALLOW: "loopback" });
  const context = await browser.newContext({ ...contextOptions, baseURL: server.url });
  const page = await context.newPage();
  await subscribeWith(page, service.subscribe().subscription);
  await becomeSomebody(page, "Nora");
  const { profileId } = await makeProfile(page, "Nora Sings");
  await page.request.patch(`/api/v1/profiles/${profileId}`, {
    data: { lead_capture_enabled: true, collect_without_download: true },
  });
  await page.goto("/dashboard/settings/notifications");
  const card = page.getByRole("region", { name: "Push on this device" });
  const fans = page.getByRole("group", { name: "New fans" });
  await expect(fans.getByRole("switch", { name: "E-mail" })).toBeVisible();
  await expect(fans.getByRole("switch", { name: "Push" })).toHaveCount(0);
  await card.getByRole("button", { name: "Turn on" }).click();
  await expect(card.getByRole("button", { name: "Turn off" })).toBeVisible();
  await expect(fans.getByRole("switch", { name: "Push" })).toBeChecked();
  await expectAccessible(page);

  const fan = { p_profile_id: profileId, p_name: "Zoe", p_email: "zoe@fans.example" };
  await post(page, "/api/v1/rpc/insert_fan_lead", fan);
  await expect.poll(() => service.received.length).toBe(1);
  const [message] = service.received;
  expect(message?.device.read(message.body)).toMatchObject({ title: "Zoe signed up on Nora Sings" });
  const worker = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/dashboard");
    return [
      new URL(registration?.active?.scriptURL ?? "").pathname,
      new URL(registration?.scope ?? "").pathname,
    ];
  });
  expect(worker).toEqual(["/push.js", "/dashboard"]);
  expect(await shownFor(page, JSON.stringify(message?.device.read(message.body)))).toEqual([
    "Zoe signed up on Nora Sings",
  ]);

  await card.getByRole("button", { name: "Turn off" }).click();
  await expect(card.getByRole("button", { name: "Turn on" })).toBeVisible();
  await expect(fans.getByRole("switch", { name: "Push" })).toHaveCount(0);
  await context.close();
  await server.stop();
  service.close();
  await rm(folder, { recursive: true, force: true });
});

test("without the instance’s keys nothing is offered", async ({ page }) => {
  await becomeSomebody(page, "Nora");
  await page.goto("/dashboard/settings/notifications");
  await expect(page.getByRole("group", { name: "New fans" })).toBeVisible();
  await expect(page.getByText("Push on this device")).toHaveCount(0);
});
