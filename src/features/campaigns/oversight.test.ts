import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { addActiveMailbox, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { tick } from "./ticking.ts";

const WAIT = { timeout: 20_000 };
const HTML = `<p>Hi</p><p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;

let app: TestApp;
let founder: Client;
let owner: Client;

beforeAll(async () => {
  app = await startMailboxApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await signUpSender(app);
});

/** Fans who have signed up on a page of the owner's. */
async function signUpFans(...emails: string[]) {
  const { id } = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  await owner.api("PATCH", `/profiles/${id}`, {
    ...{ lead_capture_enabled: true, screensaver_enabled: true },
    screensaver_link: "https://files.example/pack.zip",
  });
  for (const email of emails) {
    const lead = { p_profile_id: id, p_name: "Fan", p_email: email };
    expect((await app.visitor().api("POST", "/rpc/insert_fan_lead", lead)).status).toBe(200);
  }
}

const addMailbox = (more: object = {}) =>
  addActiveMailbox(app, owner, { more: { postal_address: "Main Street 1, Town", ...more } });
async function addCampaign(mailbox_id: string, more: object = {}) {
  const form = { name: "News", subject: "Hello", html: HTML, mailbox_id };
  return (await owner.api("POST", "/campaigns", { ...form, ...more })).body.id as string;
}
const act = (id: string, step: string, body: object = {}, by: Client = owner) =>
  by.api("POST", `/campaigns/${id}/${step}`, body);
const get = async (id: string) => (await owner.api("GET", `/campaigns/${id}`)).body;
const reaches = (id: string, state: string) =>
  vi.waitUntil(async () => (await get(id)).state === state, WAIT);

it("a form over a newer version is refused, and says what the newer one is", async () => {
  const id = await addCampaign((await addMailbox()).id);
  const { updated_at } = await get(id);
  const change = (changes: object) => owner.api("PATCH", `/campaigns/${id}`, { updated_at, ...changes });
  expect((await change({ subject: "Mine" })).body.subject).toBe("Mine");
  const { status, body } = await change({ subject: "Theirs" });
  expect([status, body.code, body.data.subject]).toEqual([409, "CHANGED_MEANWHILE", "Mine"]);
  // The same form sent twice changes it once.
  expect((await change({ subject: "Mine" })).status).toBe(200);
  const [one, other] = await Promise.all([
    owner.api("PATCH", `/campaigns/${id}`, { updated_at: body.data.updated_at, subject: "A" }),
    owner.api("PATCH", `/campaigns/${id}`, { updated_at: body.data.updated_at, subject: "B" }),
  ]);
  expect([one.status, other.status].sort()).toEqual([200, 409]);
});

it("5.3.11 the instance’s stop holds what’s going out, within two seconds, until it’s lifted", async () => {
  await signUpFans("a@fans.example", "b@fans.example", "c@fans.example");
  const limits = { per_second: 1, per_minute: null, per_hour: null, per_day: null };
  const mailbox = await addMailbox({ limits });
  const set = async (value: string) => {
    const { status } = await founder.api("PATCH", "/settings", { values: { sending: value } });
    expect(status).toBe(200);
    const is_stopped_for_all = value === "off";
    const isKnown = async () =>
      (await owner.api("GET", "/sending")).body.is_stopped_for_all === is_stopped_for_all;
    await vi.waitUntil(isKnown, { timeout: 2000 });
  };
  const id = await addCampaign(mailbox.id);
  await act(id, "send");
  await vi.waitUntil(() => mailbox.server.received.length === 1, WAIT);
  await set("off");
  const before = mailbox.server.received.length;
  const other = await addCampaign(mailbox.id, { subject: "Other" });
  const refused = (await act(other, "send")).body;
  expect([refused.code, refused.message]).toEqual([
    "SENDING_STOPPED",
    expect.stringContaining("runs this site"),
  ]);
  app.clock.advance(60_000);
  await tick(app.platform);
  await vi.waitUntil(async () => (await get(id)).figures.waiting === 3 - before, WAIT);
  expect(mailbox.server.received).toHaveLength(before);
  await set("on");
  await tick(app.platform);
  await vi.waitUntil(async () => {
    app.clock.advance(1100);
    await tick(app.platform);
    return (await get(id)).state === "sent";
  }, WAIT);
  expect(mailbox.server.received).toHaveLength(3);
});

it("people on the team hear that a campaign has gone out", async () => {
  await signUpFans("a@fans.example");
  const id = await addCampaign((await addMailbox()).id);
  await act(id, "send");
  await reaches(id, "sent");
  const texts = async () =>
    (await owner.api("GET", "/notifications")).body.items.map(({ text }: { text: string }) => text);
  await vi.waitUntil(async () => (await texts()).some((text: string) => /gone out/.test(text)), WAIT);
  expect(await texts()).toContain("“News” has gone out");
});
