// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { toMergeContact } from "#src/features/audience/contacts/rules.ts";
import { renderFor } from "#src/features/email/delivery/send/personalization.ts";
import type { Snapshot } from "#src/features/email/delivery/snapshot.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { isInState, runDue } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { addActiveMailbox, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";

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
    lead_capture_enabled: true,
    screensaver_enabled: true,
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
const reaches = (id: string, state: string) => vi.waitUntil(() => isInState(app, id, state), WAIT);

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

async function isOnItsWay(id: string): Promise<boolean> {
  const rows = await rowsOf(
    app.platform.db,
    sql`select 1 from deliveries where batch_id = ${id} and attempt_started_at is not null`,
  );
  return rows.length > 0;
}

it("5.3.11 the instance’s stop holds what’s going out, within two seconds, until it’s lifted", async () => {
  const fans = ["a", "b", "c"].map((name) => `${name}@fans.example`);
  await signUpFans(...fans);
  const limits = { per_second: null, per_minute: 1, per_hour: null, per_day: null };
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
  // What had begun by then arrives.
  await vi.waitUntil(async () => !(await isOnItsWay(id)), WAIT);
  const before = mailbox.server.received.length;
  const other = await addCampaign(mailbox.id, { subject: "Other" });
  const refused = (await act(other, "send")).body;
  expect([refused.code, refused.message]).toEqual([
    "SENDING_STOPPED",
    expect.stringContaining("run this instance"),
  ]);
  app.clock.advance(60_000);
  await runDue(app.platform);
  await vi.waitUntil(async () => (await get(id)).figures.waiting === fans.length - before, WAIT);
  expect(mailbox.server.received).toHaveLength(before);
  await set("on");
  await runDue(app.platform);
  await vi.waitUntil(async () => {
    app.clock.advance(61_000);
    await runDue(app.platform);
    return isInState(app, id, "sent");
  }, WAIT);
  expect(mailbox.server.received).toHaveLength(fans.length);
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

/** Someone on the owner's team. */
async function join(role: string): Promise<Client> {
  const member = await app.signUp({ name: role });
  await app.platform.db.execute(sql`update users set email_verified = true where id = ${member.id}`);
  await owner.api("POST", "/team/invitations", { email: member.email, role });
  const [mail] = await app.mailsTo(member.email, /invited you/, 1);
  const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
  expect((await member.api("POST", `/invitations/${token}/accept`)).status).toBe(200);
  return member;
}

it("5.3.10 a campaign to many waits for another owner or admin, who approves it as it is", async () => {
  await signUpFans("a@fans.example", "b@fans.example");
  const marketer = await join("marketer");
  const inTeam = (path: string, body?: object) =>
    marketer.call(body ? "POST" : "GET", `/api/v1${path}`, body, { "x-account": owner.id });
  const mailbox = await addMailbox();
  const id = await addCampaign(mailbox.id);
  const stateOf = async () => (await owner.api("GET", `/campaigns/${id}/approval`)).body.state;
  expect(await stateOf()).toBe("none");
  expect((await act(id, "approval/ask")).body.code).toBe("CAMPAIGN_STATE");
  const daily = { every: "day", time: "09:00", time_zone: "UTC" };
  const repeated = await addCampaign(mailbox.id, { subject: "Daily" });
  const change = (state: string) => owner.api("PUT", `/campaigns/${repeated}/series`, { state });
  expect((await act(repeated, "repeat", daily)).status).toBe(200);
  expect((await change("paused")).status).toBe(200);
  const rules = { approval_above: 1 };
  for (let twice = 0; twice < 2; twice++)
    expect((await owner.api("PUT", "/sending/rules", rules)).body).toEqual({ ...rules, late_minutes: 60 });
  expect((await owner.api("GET", "/sending/rules")).body).toEqual({ ...rules, late_minutes: 60 });
  const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
  for (const [step, body] of [
    ["send", {}],
    ["schedule", { at }],
    ["repeat", daily],
  ] as const)
    expect((await act(id, step, body)).body.code).toBe("APPROVAL_MISSING");
  expect((await change("active")).body.code).toBe("APPROVAL_MISSING");
  const versionOf = async () => (await owner.api("GET", `/campaigns/${id}/approval`)).body.version;
  const version = await versionOf();
  expect((await act(id, "approval", { version })).body.code).toBe("CAMPAIGN_STATE");

  // The owner asks, so a marketer mustn't approve it, and neither must the owner.
  expect((await act(id, "approval/ask")).body).toMatchObject({ state: "asked", may_approve: false });
  expect((await act(id, "approval", { version })).body.code).toBe("APPROVAL_BY_ANOTHER");
  expect((await inTeam(`/campaigns/${id}/approval`, { version })).body.code).toBe("APPROVAL_BY_ANOTHER");
  expect((await inTeam(`/campaigns/${id}/approval/ask`, {})).body).toMatchObject({ asked_by: "marketer" });
  // Nobody approves what was changed after they looked.
  await owner.api("PATCH", `/campaigns/${id}`, { html: `${HTML}?` });
  expect((await act(id, "approval", { version })).body.code).toBe("APPROVAL_OUTDATED");
  await owner.api("PATCH", `/campaigns/${id}`, { html: HTML });
  const approved = (await act(id, "approval", { version })).body;
  expect(approved).toMatchObject({ state: "approved", approved_by: "Ada" });
  expect((await inTeam(`/campaigns/${id}/approval`)).body).toMatchObject({ state: "approved" });

  // Whatever changes takes the approval away, even between the press on the button and the start.
  await owner.api("PATCH", `/campaigns/${id}`, { html: `${HTML}!` });
  expect(await stateOf()).toBe("asked");
  expect((await act(id, "send")).body.code).toBe("APPROVAL_MISSING");
  await owner.api("PATCH", `/campaigns/${id}`, { html: HTML });
  expect(await stateOf()).toBe("approved");
  await owner.api("PATCH", `/campaigns/${id}`, { audience: { filter: { country: "UNKNOWN" } } });
  expect(await stateOf()).toBe("asked");
  await owner.api("PATCH", `/campaigns/${id}`, { audience: {} });
  expect(await stateOf()).toBe("approved");
  const shares = [{ share: 1, mailbox_id: crypto.randomUUID() }];
  await owner.api("PATCH", `/campaigns/${id}`, { more_mailboxes: shares });
  expect(await stateOf()).toBe("asked");
  await owner.api("PATCH", `/campaigns/${id}`, { more_mailboxes: [] });
  // As does an audience that has grown by more than a tenth.
  await signUpFans("c@fans.example");
  expect(await stateOf()).toBe("asked");
  await app.platform.db.execute(
    sql`delete from contacts where user_id = ${owner.id} and email = 'c@fans.example'`,
  );
  expect(await stateOf()).toBe("approved");
  expect((await act(id, "schedule", { at })).body.state).toBe("scheduled");
  await owner.api("PATCH", `/campaigns/${id}`, { subject: "Other" });
  app.clock.advance(61_000);
  await runDue(app.platform);
  await reaches(id, "failed");
  expect((await get(id)).state_reason).toMatch(/Ask for approval again/);
  await app.mailsTo(owner.email, /^“News” couldn’t start$/, 1);
  const told = async () => JSON.stringify((await owner.api("GET", "/notifications")).body.items);
  await vi.waitUntil(async () => (await told()).includes("couldn’t start"), { timeout: 20_000 });
  await act(id, "schedule", { at: null });
  await owner.api("PATCH", `/campaigns/${id}`, { subject: "Hello" });
  await act(id, "send");
  await reaches(id, "sent");
  expect(mailbox.server.received).toHaveLength(2);
  const names = (await eventsOf(app, id)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["campaign.approval_asked", "campaign.approved"]));
  const other = await app.signUp();
  for (const [method, path] of [
    ["GET", ""],
    ["POST", ""],
    ["POST", "/ask"],
  ] as const)
    expect(
      (
        await other.api(
          method,
          `/campaigns/${id}/approval${path}`,
          method === "POST" && path === "" ? { version } : undefined,
        )
      ).body.code,
    ).toBe("CAMPAIGN_NOT_FOUND");
  const empty = await addCampaign(mailbox.id, { html: "" });
  expect((await act(empty, "approval/ask")).body.code).toBe("CAMPAIGN_NOT_READY");
});

it("5.10.16 warns of telling the same people the same again, and keeps what the check said", async () => {
  await signUpFans("a@fans.example");
  const mailbox = await addMailbox();
  const first = await addCampaign(mailbox.id);
  const warnings = async (id: string) => {
    const { problems } = (await act(id, "check")).body as Check;
    return problems.filter(({ where }) => where === "audience").map(({ message }) => message);
  };
  expect(await warnings(first)).toEqual([]);
  await act(first, "send");
  await reaches(first, "sent");
  const again = await addCampaign(mailbox.id, { html: `${HTML}!` });
  expect(await warnings(again)).toEqual([expect.stringContaining("“News” said the same")]);
  for (const changes of [{ subject: "Else" }, { subject: "Hello", audience: { tags: ["vip"] } }]) {
    await owner.api("PATCH", `/campaigns/${again}`, changes);
    expect((await warnings(again)).filter((words) => words.includes("said the same"))).toEqual([]);
  }
  await owner.api("PATCH", `/campaigns/${again}`, { audience: { tags: [] } });
  await act(again, "send");
  await reaches(again, "sent");
  expect((await get(again)).checked).toMatchObject({
    recipients: 1,
    problems: expect.arrayContaining([expect.objectContaining({ where: "audience", severity: "warning" })]),
  });
  app.clock.advance(8 * DAY_MS);
  expect(await warnings(await addCampaign(mailbox.id, { html: `${HTML}?` }))).toEqual([]);
});

interface Check {
  problems: { where: string; message: string }[];
}

it("5.10.15 what’s kept of a campaign makes the e-mail that went out", async () => {
  await signUpFans("a@fans.example");
  const mailbox = await addMailbox();
  const html = `<p>Dear {{ contact.email }}</p><p><a href="https://mia.art/?a=1&b=2">Shop</a></p>${HTML}`;
  const id = await addCampaign(mailbox.id, { html });
  await act(id, "send");
  await reaches(id, "sent");
  await owner.api("PATCH", `/mailboxes/${mailbox.id}`, { postal_address: "Elsewhere 2" });
  const [row] = await listRows(id);
  const contact = toMergeContact({
    ...row?.contact,
    phone: null,
    country: "UNKNOWN",
    tags: [],
    fields: {},
  } as never);
  const unsubscribe_url =
    /href="([^"]+\/u\/[^"]+)"/.exec(String(mailbox.server.received[0]?.html))?.[1] ?? "";
  const written = await renderFor(app.platform, row?.snapshot as never, {
    account: owner.id,
    batch_id: id,
    contact,
    unsubscribe_url,
    tracking: "each",
    sender: { name: "Mia", postal_address: row?.snapshot.postal_address ?? "" },
  });
  expect(mailbox.server.received[0]?.html).toBe(written.html);
  expect(written.html).toContain("Main Street 1, Town");
});

const listRows = (id: string) =>
  rowsOf<{ snapshot: Snapshot; contact: { id: string; email: string; name: string } }>(
    app.platform.db,
    sql`select k.snapshot, json_build_object('id', c.id, 'email', c.email, 'name', c.name) as contact
      from batches k join contacts c on c.user_id = k.user_id where k.id = ${id}`,
  );
