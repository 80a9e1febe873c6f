// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { recordFeedback } from "#src/features/email/delivery/delivery.ts";
import { CONNECTION_FAILURES_MAX, RETRY_WAITS_S } from "#src/features/email/delivery/rules.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { runDue, startWithFailures } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { addActiveMailbox, FROM, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";

const WAIT = { timeout: 20_000 };
const HTML = `<p>Hi {{ contact.first_name | default: "there" }}</p>
<p><a href="https://shop.mia.art/new?a=1&amp;b=2#top">Shop</a> <a href="mailto:me@mia.example">Write</a>
<a href="https://shop.mia.art/new?a=1&amp;b=2#top">Again</a> <a href="https://{{ contact.country }}.mia.art/">Yours</a></p>
<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;

let app: TestApp;
let owner: Client;
let profileId: string;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await signUpSender(app);
  profileId = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
  await owner.api("PATCH", `/profiles/${profileId}`, {
    lead_capture_enabled: true,
    screensaver_enabled: true,
    screensaver_link: "https://files.example/pack.zip",
  });
});

/** Fans who have signed up. */
async function signUpFans(...emails: string[]) {
  for (const email of emails) {
    const [name = ""] = email.split("@");
    const lead = { p_profile_id: profileId, p_name: name, p_email: email };
    expect((await app.visitor().api("POST", "/rpc/insert_fan_lead", lead)).status).toBe(200);
  }
}

type Added = Awaited<ReturnType<typeof addActiveMailbox>>;
const addMailbox = (manners = {}, more = {}) =>
  addActiveMailbox(app, owner, { manners, more: { postal_address: "Main Street 1, Town", ...more } });

async function addCampaign(mailbox: Added, more: object = {}) {
  const form = {
    name: "News",
    subject: "Hello {{ contact.first_name }}",
    html: HTML,
    mailbox_id: mailbox.id,
  };
  const { status, body } = await owner.api("POST", "/campaigns", { ...form, ...more });
  expect([status, body]).toMatchObject([201, { state: "draft" }]);
  return body.id as string;
}

const act = (id: string, step: string, body: object = {}) =>
  owner.api("POST", `/campaigns/${id}/${step}`, body);
const get = async (id: string) => (await owner.api("GET", `/campaigns/${id}`)).body;
async function reaches(id: string, state: string) {
  await vi.waitUntil(async () => (await get(id)).state === state, WAIT);
  return get(id);
}
const deliveriesOf = async (id: string, query = "") =>
  (await owner.api("GET", `/campaigns/${id}/deliveries${query}`)).body.items;

async function send(mailbox: Added, more: object = {}) {
  const id = await addCampaign(mailbox, more);
  expect((await act(id, "send")).status).toBe(200);
  return id;
}

describe("a campaign", () => {
  it("goes to everyone who agreed, once, with a way out that inboxes know", async () => {
    const mailbox = await addMailbox();
    await signUpFans("nora@fans.example", "zoe@fans.example");
    const sent = await reaches(await send(mailbox), "sent");
    expect(sent.figures).toMatchObject({ recipients: 2, sent: 2, delivered: 2, waiting: 0, failed: 0 });
    const { received } = mailbox.server;
    expect(received.map(({ subject }) => subject).sort()).toEqual(["Hello nora", "Hello zoe"]);
    const [message] = received;
    const headers = Object.fromEntries(message?.headerLines.map(({ key, line }) => [key, line]) ?? []);
    expect(headers["list-unsubscribe"]).toMatch(
      new RegExp(
        `^List-Unsubscribe: <${app.url}/u/[\\w-]{43}>, <mailto:${FROM}\\?subject=unsubscribe%20[\\w-]{43}>$`,
      ),
    );
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(headers["list-id"]).toMatch(/^List-Id: "Mia" <[a-z0-9]+\.localhost>$/i);
    expect(headers["feedback-id"]).toMatch(/^Feedback-ID: [\w-]+:[a-z0-9]+:campaign:fanfare$/i);
    expect(headers.precedence).toBe("Precedence: bulk");
    expect(headers["message-id"]).toMatch(/@mia\.example>$/);
    expect(message?.html).toContain("Main Street 1, Town");
    expect(message?.text).toContain("Main Street 1, Town");
    const [one] = await deliveriesOf(sent.id, "?status=handed_over");
    expect(one).toMatchObject({ state: "handed_over", outcome: expect.stringContaining("250") });
    expect(
      (await eventsOf(app)).filter(({ subject }) => subject === sent.id).map(({ name }) => name),
    ).toEqual(["campaign.created", ...Array(3).fill("campaign.moved")]);
  });

  it("leaves out who unsubscribed, who never agreed, and who has it already", async () => {
    const mailbox = await addMailbox();
    await signUpFans("nora@fans.example", "zoe@fans.example", "kim@fans.example", "lou@fans.example");
    const { db } = app.platform;
    await db.execute(sql`insert into suppressions (user_id, id, email_hash, email, reason, created_at)
      values (${owner.id}, gen_random_uuid(), ${emailHash(owner.id, "zoe@fans.example")}, null, 'manual', now())`);
    await db.execute(sql`delete from contact_consents where user_id = ${owner.id} and contact_id =
      (select id from contacts where user_id = ${owner.id} and email = 'kim@fans.example')`);
    await db.execute(
      sql`update contacts set tags = '{vip}' where user_id = ${owner.id} and email like 'nora%'`,
    );
    await reaches(await send(mailbox, { audience: { tags: ["vip"] } }), "sent");
    expect(mailbox.server.received).toHaveLength(1);
    const again = await addCampaign(mailbox);
    const { body } = await act(again, "check");
    expect(body).toMatchObject({ recipients: 1, is_ready: true });
    const left = body.left_out.map(({ reason, count }: { reason: string; count: number }) => [reason, count]);
    expect(Object.fromEntries(left)).toEqual({ suppressed: 1, consent: 1, received: 1 });
    await act(again, "send");
    const sent = await reaches(again, "sent");
    expect(sent.left_out).toHaveLength(3);
    expect(mailbox.server.received.map(({ to }) => [to].flat()[0]?.text)).toEqual([
      "nora@fans.example",
      "lou@fans.example",
    ]);
  });

  const READY: [string, string, (mailbox: Added) => Promise<object> | object][] = [
    ["a link to unsubscribe", "html", () => ({ html: "<p>{{ sender.postal_address }}</p>" })],
    ["a place for the postal address", "html", () => ({ html: '<a href="{{ unsubscribe_url }}">x</a>' })],
    [
      "the postal address itself",
      "mailbox",
      async ({ id }) => {
        await app.platform.db.execute(sql`update mailboxes set postal_address = '' where id = ${id}`);
        return {};
      },
    ],
    [
      "a verified sender",
      "mailbox",
      async ({ id }) => {
        await app.platform.db.execute(sql`update mailboxes set proven_at = null where id = ${id}`);
        return {};
      },
    ],
    [
      "anybody's consent",
      "audience",
      async () => {
        await app.platform.db.execute(sql`delete from contact_consents where user_id = ${owner.id}`);
        return {};
      },
    ],
  ];
  it.each(READY)("5.10.16 doesn't go out without %s", async (_, where, breakIt) => {
    const mailbox = await addMailbox();
    await signUpFans("nora@fans.example");
    const id = await addCampaign(mailbox, await breakIt(mailbox));
    const { status, body } = await act(id, "send");
    expect([status, body.code]).toEqual([409, "CAMPAIGN_NOT_READY"]);
    const stops = body.data.problems.filter(({ severity }: { severity: string }) => severity === "stop");
    expect(stops.map((problem: { where: string }) => problem.where)).toContain(where);
    expect((await get(id)).state).toBe("draft");
  });

  it("is told once what’s wrong with several of its links", async () => {
    const link = '<a href="https://example.com">x</a>';
    const id = await addCampaign(await addMailbox(), { html: `<p>${link}${link}</p>` });
    const { problems } = (await act(id, "check")).body;
    const said = problems.filter(({ message }: { message: string }) => message.includes("is an example"));
    expect(said).toHaveLength(1);
  });
});

/** One at a time, so that something still waits. */
const LIMITS = { per_second: 1, per_minute: null, per_hour: null, per_day: null };

describe("what goes wrong", () => {
  it("a dead address fails in the server's own words, and gets nothing ever again", async () => {
    await signUpFans("gone@fans.example", "nora@fans.example");
    const mailbox = await addMailbox({ refuses: (address: string) => address.startsWith("gone") });
    const id = await send(mailbox);
    expect((await reaches(id, "sent")).figures).toMatchObject({
      sent: 1,
      failed: 1,
      refused: 1,
      bounced_hard: 1,
    });
    const [failed] = await deliveriesOf(id, "?status=failed");
    expect(failed).toMatchObject({
      email: "gone@fans.example",
      outcome: expect.stringContaining("no such user"),
    });
    await act(id, "retry");
    expect((await reaches(id, "sent")).figures).toMatchObject({ sent: 1, failed: 1, skipped: 0 });
    expect((await act(id, "retry", { status: "uncertain" })).status).toBe(200);
  });

  it("5.1.7 dead addresses stop a sending account that warms up, whether it hears of them at once or later", async () => {
    await signUpFans("gone1@fans.example", "gone2@fans.example", "nora@fans.example");
    const refuses = (address: string) => address.startsWith("gone");
    const mailbox = await addMailbox({ refuses }, { warms_up: true });
    const id = await send(mailbox);
    expect((await reaches(id, "sent")).figures).toMatchObject({ sent: 1, failed: 2 });
    const state = async () => (await owner.api("GET", "/mailboxes")).body.items[0].state;
    expect(await state()).toBe("active");
    await recordFeedback(app.platform, {
      account: owner.id,
      message_id: mailbox.server.received[0]?.messageId ?? "",
      kind: "bounced_hard",
      words: "550 5.1.1 no such user",
      at: app.clock.now().toISOString(),
      event_id: "late",
    });
    expect(await state()).toBe("paused_by_reputation");
  });

  it("5.10.13 a temporary refusal is tried again after 1, 5, 30 minutes, 2 and 8 hours, and then given up", async () => {
    await signUpFans("busy@fans.example");
    let tries = 0;
    const mailbox = await addMailbox({ judge: () => ({ code: 451, words: `4.3.0 try ${++tries}` }) });
    const id = await send(mailbox);
    // Asked for again while it waits, because the job of the try before may only just be ending.
    const told = (word: string) =>
      runDue(app.platform).then(async () => (await deliveriesOf(id))[0]?.outcome.includes(word));
    for (const [index, seconds] of RETRY_WAITS_S.entries()) {
      await vi.waitUntil(() => told(`try ${index + 1}`), WAIT);
      const [{ state, due_at, tried_at }] = await deliveriesOf(id);
      const waited = (Date.parse(due_at) - Date.parse(tried_at)) / 1000;
      expect([state, Math.round(waited / (seconds * 1.05) - 0.001)]).toEqual(["pending", 1]);
      app.clock.advance(waited * 1000 + 1000);
    }
    await vi.waitUntil(() => told(`try ${RETRY_WAITS_S.length + 1}`), WAIT);
    expect((await reaches(id, "sent")).figures).toMatchObject({ failed: 1, sent: 0 });
    const returns = sql`select kind from delivery_returns where batch_id = ${id}`;
    expect(await rowsOf(app.platform.db, returns)).toEqual([{ kind: "bounced_soft" }]);
    expect(tries).toBe(RETRY_WAITS_S.length + 1);
  });

  it("5.10.14 too many refusals pause it, its owner is told, and it can go on", async () => {
    const fans = Array.from({ length: 14 }, (_, index) => `gone${index}@fans.example`);
    await signUpFans(...fans);
    const mailbox = await addMailbox({ refuses: () => true });
    const id = await send(mailbox);
    const paused = await reaches(id, "auto_paused");
    expect(paused.state_reason).toMatch(/Too many addresses were refused.*no such user/);
    const mail = await app.mailTo(owner.email, /We paused “News”/);
    expect(mail.text).toContain("Too many addresses were refused");
    expect((await act(id, "resume")).body.state).toBe("sending");
  });

  it("5.10.14 answers that get lost, one after the other, pause it, too", async () => {
    await signUpFans("nora@fans.example", "zoe@fans.example");
    const mailbox = await addMailbox({ closesAtEnd: true });
    const id = await addCampaign(mailbox);
    await startWithFailures(app, CONNECTION_FAILURES_MAX - 2);
    await act(id, "send");
    const paused = await reaches(id, "auto_paused");
    await startWithFailures(app, 0);
    expect(paused.figures).toMatchObject({ uncertain: 2, sent: 0 });
    expect(paused.state_reason).toMatch(/couldn’t reach the mail server/);
  });

  it("a mail server that hangs up midway leaves nothing lost and nothing sent twice", async () => {
    await signUpFans("nora@fans.example");
    const mailbox = await addMailbox({ closesMidway: true });
    const id = await send(mailbox);
    await vi.waitUntil(async () => {
      const [delivery] = await deliveriesOf(id);
      return delivery !== undefined && delivery.outcome !== "";
    }, WAIT);
    expect(mailbox.server.received).toEqual([]);
    await act(id, "cancel");
  });
});

describe("people", () => {
  it("pause, resume and cancel a campaign, and whoever waits gets nothing then", async () => {
    await signUpFans("a@fans.example", "b@fans.example", "c@fans.example");
    const mailbox = await addMailbox({}, { limits: { ...LIMITS, per_second: null, per_minute: 1 } });
    const id = await send(mailbox);
    await vi.waitUntil(() => mailbox.server.received.length === 1, WAIT);
    expect((await act(id, "pause")).body.state).toBe("paused");
    expect((await act(id, "pause")).body.code).toBe("CAMPAIGN_STATE");
    expect((await owner.api("DELETE", `/campaigns/${id}`)).body.code).toBe("CAMPAIGN_ACTIVE");
    expect((await act(id, "resume")).body.state).toBe("sending");
    expect((await act(id, "cancel")).body.state).toBe("canceled");
    // What a worker had taken comes back, and is skipped then.
    await vi.waitUntil(async () => {
      await runDue(app.platform);
      return (await get(id)).figures.skipped === 2;
    }, WAIT);
    for (const verb of ["resume", "send"]) expect((await act(id, verb)).body.code).toBe("CAMPAIGN_STATE");
    expect((await owner.api("PATCH", `/campaigns/${id}`, { name: "x" })).body.code).toBe("CAMPAIGN_STARTED");
    expect((await owner.api("DELETE", `/campaigns/${id}`)).status).toBe(200);
    expect((await owner.api("GET", `/campaigns/${id}`)).body.code).toBe("CAMPAIGN_NOT_FOUND");
  });

  it("stop all sending, and nothing goes out until they allow it", async () => {
    await signUpFans("nora@fans.example");
    const mailbox = await addMailbox();
    const id = await addCampaign(mailbox);
    expect((await owner.api("PUT", "/sending", { is_stopped: true })).body.stopped_at).not.toBeNull();
    expect((await act(id, "send")).body.code).toBe("SENDING_STOPPED");
    expect((await owner.api("GET", "/sending")).body.stopped_at).not.toBeNull();
    expect((await owner.api("PUT", "/sending", { is_stopped: false })).body.stopped_at).toBeNull();
    await act(id, "send");
    await reaches(id, "sent");
  });

  it("5.3.3 schedule it: on time it goes out, an hour late it asks", async () => {
    await signUpFans("nora@fans.example");
    const mailbox = await addMailbox();
    const [onTime, late] = [await addCampaign(mailbox), await addCampaign(mailbox, { html: `${HTML}!` })];
    const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
    expect((await act(onTime, "schedule", { at: "2020-01-01T00:00:00Z" })).body.code).toBe("CAMPAIGN_TIME");
    for (const id of [onTime, late]) expect((await act(id, "schedule", { at })).body.state).toBe("scheduled");
    expect((await act(late, "schedule", { at: null })).body.state).toBe("draft");
    await runDue(app.platform);
    expect((await get(onTime)).state).toBe("scheduled");
    app.clock.advance(61_000);
    // Two nodes may look at the same moment.
    await Promise.all([runDue(app.platform), runDue(app.platform)]);
    await reaches(onTime, "sent");
    expect(mailbox.server.received).toHaveLength(1);
    const soon = new Date(app.clock.now().getTime() + 60_000).toISOString();
    expect((await act(onTime, "schedule", { at: soon })).body.code).toBe("CAMPAIGN_STATE");
    await act(late, "schedule", { at: soon });
    app.clock.advance(62 * 60_000);
    await runDue(app.platform);
    expect((await get(late)).state).toBe("missed");
    expect((await app.mailTo(owner.email, /missed its time/)).text).toContain("hasn’t gone to anyone");
    await act(late, "send");
    await reaches(late, "sent");
  });

  it("find nothing of other accounts, and say what they did wrong", async () => {
    const mailbox = await addMailbox();
    const id = await addCampaign(mailbox);
    const other = await signUpSender(app);
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["GET", "/deliveries"],
      ...["check", "send", "pause", "resume", "cancel", "retry"].map((step) => ["POST", `/${step}`]),
    ] as [string, string][]) {
      const { status, body } = await other.api(
        method,
        `/campaigns/${id}${path}`,
        method === "GET" ? undefined : {},
      );
      expect([method, path, status, body.code]).toEqual([method, path, 404, "CAMPAIGN_NOT_FOUND"]);
    }
    const missing = { at: null };
    expect((await other.api("POST", `/campaigns/${id}/schedule`, missing)).body.code).toBe(
      "CAMPAIGN_NOT_FOUND",
    );
    expect((await owner.api("POST", "/campaigns", { name: " \n " })).body.code).toBe("CAMPAIGN_NAME_MISSING");
    expect((await owner.api("PATCH", `/campaigns/${id}`, { name: "" })).body.code).toBe(
      "CAMPAIGN_NAME_MISSING",
    );
    expect((await owner.api("GET", "/campaigns?cursor=x")).body.code).toBe("CURSOR_INVALID");
    expect((await owner.api("GET", `/campaigns/${id}/deliveries?cursor=x`)).body.code).toBe("CURSOR_INVALID");
    await signUpFans("nora@fans.example");
    const at = new Date(app.clock.now().getTime() + 60_000).toISOString();
    expect((await act(id, "schedule", { at })).body.state).toBe("scheduled");
    const empty = await addCampaign(mailbox, { html: "" });
    expect((await act(empty, "schedule", { at })).body.code).toBe("CAMPAIGN_NOT_READY");
    expect((await act(empty, "retry")).body.code).toBe("CAMPAIGN_STATE");
    expect((await owner.api("GET", "/campaigns")).body.items).toHaveLength(2);
    const sameId = randomUUID();
    for (let twice = 0; twice < 2; twice++)
      expect((await owner.api("POST", "/campaigns", { id: sameId, name: "Once" })).body.id).toBe(sameId);
    expect((await owner.api("GET", "/campaigns")).body.items).toHaveLength(3);
    await owner.api("PUT", "/sending", { is_stopped: true });
    for (const step of ["resume", "retry"]) expect((await act(id, step)).body.code).toBe("SENDING_STOPPED");
  });

  it("announce what they change", async () => {
    const mailbox = await addMailbox();
    const id = await addCampaign(mailbox);
    await owner.api("PATCH", `/campaigns/${id}`, {
      name: "Other",
      subject: "Hello {{ contact.first_name }}",
    });
    await owner.api("DELETE", `/campaigns/${id}`);
    for (const is_stopped of [true, true, false]) await owner.api("PUT", "/sending", { is_stopped });
    const mine = (await eventsOf(app)).filter(
      ({ account, subject }) => account === owner.id && subject !== mailbox.id,
    );
    expect(mine.slice(-5)).toMatchObject([
      { name: "campaign.created", subject: id },
      { name: "campaign.updated", subject: id, payload: { fields: ["name"] } },
      { name: "campaign.deleted", subject: id },
      { name: "sending.stopped", payload: { is_stopped: true } },
      { name: "sending.stopped", payload: { is_stopped: false } },
    ]);
  });
});
