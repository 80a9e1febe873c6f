// @project server-postgres
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { UNSUBSCRIBE_PATH } from "#src/lib/paths.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let owner: Client;
let shop: string;

beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: "loopback" });
  await app.signUp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
  shop = (await owner.api("POST", "/profiles", { name: "Shop" })).body.id;
  await owner.api("PATCH", `/profiles/${shop}`, {
    lead_capture_enabled: true,
    collect_without_download: true,
  });
});

async function signUpOn(p_profile_id: string, p_email: string) {
  const fan = { p_profile_id, p_name: "Nora", p_email };
  expect((await app.visitor().api("POST", "/rpc/insert_fan_lead", fan)).status).toBe(200);
}

/** The newest e-mail to the owner about a fan, as it was sent. */
async function rawMail(): Promise<string> {
  await app.mailTo(owner.email, /signed up/);
  const folder = join(app.dataFolder, "mail");
  const raw = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")));
  return raw.find((text) => text.includes(`To: ${owner.email}`) && /^Subject:.*signed/m.test(text)) ?? "";
}

const isOn = async () => {
  const { items } = (await owner.api("GET", "/me/notification-preferences")).body;
  return items.find(({ topic }: { topic: string }) => topic === "fans").email.is_on;
};
const from = (address: string) => ({ headers: { "x-forwarded-for": address, accept: "text/html" } });
const open = (url: string, address = "93.184.215.14") => fetch(url, from(address));
const oneClick = (url: string) =>
  fetch(url, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });

it("an inbox’s own button turns the e-mail off with one POST, without a session and years later", async () => {
  await signUpOn(shop, "one@fans.example");
  const raw = await rawMail();
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const url = /^List-Unsubscribe: <(\S+)>\r$/m.exec(raw)?.[1] ?? "";
  expect(url).toContain(`${app.url}${UNSUBSCRIBE_PATH}/`);
  expect((await app.mailTo(owner.email, /signed up/)).text).toContain(
    `Stop these e-mails about new fans: ${url}`,
  );
  app.clock.advance(3 * 365 * DAY_MS);
  const answer = await oneClick(url);
  expect([answer.status, answer.redirected, answer.headers.get("referrer-policy")]).toEqual([
    200,
    false,
    "no-referrer",
  ]);
  const [change] = (await eventsOf(app, owner.id)).reverse();
  expect(change).toMatchObject({ name: "account.updated", payload: { fields: ["notifications"] } });
  const announced = (await eventsOf(app, owner.id)).length;
  expect((await oneClick(url)).status).toBe(200);
  expect(await eventsOf(app, owner.id)).toHaveLength(announced);
});

it("opening the link only asks, and its page says what’s off", async () => {
  await signUpOn(shop, "two@fans.example");
  const { text } = await app.mailTo(owner.email, /signed up/);
  const url = /\S+\/help\/unsubscribe\/\S+/.exec(text)?.[0] ?? "";
  for (const method of ["GET", "HEAD"]) expect((await fetch(url, { method })).status).toBe(200);
  expect(await (await open(url)).text()).toContain("Stop e-mails about new fans?");
  expect(await isOn()).toBe(true);
  expect(await (await oneClick(url)).text()).toContain("We don’t e-mail you about new fans anymore.");
  expect(await isOn()).toBe(false);
  expect(await (await open(url)).text()).toContain("They’re already off");
});

it("e-mail about security has no such link", async () => {
  const folder = join(app.dataFolder, "mail");
  await app.mailTo(owner.email, /onfirm/);
  const names = await readdir(folder);
  const raw = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const confirming = raw.filter(
    (text) => text.includes(`To: ${owner.email}`) && /^Subject:.*onfirm/m.test(text),
  );
  expect(confirming.length).toBeGreaterThan(0);
  for (const text of confirming) expect(text).not.toMatch(/unsubscribe/i);
});

it("a forged link, another token of ours, and one of an account that’s gone change nothing, and say so", async () => {
  const at = app.clock.now().toISOString();
  const wrong = [
    "x",
    "AAAA".repeat(20),
    app.platform.vault.seal("push.subscription", JSON.stringify({ person: owner.id, topic: "fans", at })),
    app.platform.vault.seal(
      "preferences.unsubscribe",
      JSON.stringify({ person: owner.id, topic: "security", at }),
    ),
    app.platform.vault.seal(
      "preferences.unsubscribe",
      JSON.stringify({ person: "nobody", topic: "fans", at }),
    ),
  ];
  for (const token of wrong) {
    const url = `${app.url}${UNSUBSCRIBE_PATH}/${token}`;
    for (const answer of [await open(url), await oneClick(url)]) {
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("This link doesn’t work");
    }
  }
  expect(await isOn()).toBe(true);
});

it("nobody can try many forged links", async () => {
  const guess = () => open(`${app.url}${UNSUBSCRIBE_PATH}/x`, "93.184.215.99");
  await vi.waitUntil(async () => (await guess()).status === 429, { timeout: 20_000, interval: 1 });
  const refused = await guess();
  expect(await refused.text()).toContain("Too many attempts.");
});
