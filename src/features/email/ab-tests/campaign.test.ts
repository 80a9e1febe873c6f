// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { recordFeedback } from "#src/features/email/delivery/delivery.ts";

import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { HTML, type Sender, startSender } from "#test/harness/campaigns.ts";
import { eventsOf } from "#test/harness/events.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { drawVersion } from "./assignment.ts";
import type { AbTest } from "./contract.ts";
import { lookAtTests } from "./course.ts";
import { DRAFT_TESTS_MAX } from "./rules.ts";

const WAIT = { timeout: 20_000 };
const HOUR_MS = 3_600_000;
const LINKED = HTML.replace("<p>Hi</p>", '<p><a href="https://shop.mia.art/new">Shop</a></p>');

let app: TestApp;
let sender: Sender;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  sender = await startSender(app);
});

async function addFans(count: number) {
  await sender.addFans(Object.fromEntries(Array.from({ length: count }, (_, index) => [`fan${index}`, {}])));
}

/** A campaign with a test of its subject. */
async function addTest(more: object = {}, form: object = {}) {
  const campaign_id = await sender.add({ html: LINKED, subject: "Hello A", ...form });
  const versions = [{}, { subject: "Hello B" }];
  const { status, body } = await sender.owner.api("POST", "/experiments", { campaign_id, versions, ...more });
  expect([status, body]).toMatchObject([201, { state: "draft", campaign_id }]);
  return { id: body.id as string, campaign_id };
}

const get = async (id: string): Promise<AbTest> => (await sender.owner.api("GET", `/experiments/${id}`)).body;
const act = (id: string, step: string, body: object = {}) =>
  sender.owner.api("POST", `/experiments/${id}/${step}`, body);

interface Row {
  contact_id: string;
  variant: number | null;
  state: string;
  reason: string | null;
}
const rowsIn = (campaign_id: string) =>
  rowsOf<Row>(
    app.platform.db,
    sql`select contact_id, variant, state, reason from deliveries where batch_id = ${campaign_id} order by contact_id`,
  );
const sentTo = (campaign_id: string) =>
  vi.waitUntil(async () => {
    const rows = await rowsIn(campaign_id);
    const left = rows.filter(
      ({ state, reason }) => ["pending", "leased"].includes(state) && reason !== "testing",
    );
    return rows.length > 0 && left.length === 0 ? rows : undefined;
  }, WAIT);

const BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const open = (url: string) =>
  app.visitor().call("GET", url.replace(app.url, ""), undefined, { "user-agent": BROWSER });

/** Opens the shop's link of the first messages with this subject. */
async function click(subject: string, count: number) {
  const mails = sender.mailbox.server.received.filter((mail) => mail.subject === subject).slice(0, count);
  expect(mails).toHaveLength(count);
  for (const mail of mails) {
    const [, url = ""] = /href="([^"]+)"[^<>]*>Shop/.exec(String(mail.html)) ?? [];
    const { status, headers } = await open(url);
    expect([status, headers.get("location")]).toEqual([302, "https://shop.mia.art/new"]);
  }
}

const subjects = () =>
  Object.fromEntries(
    Map.groupBy(sender.mailbox.server.received, ({ subject = "" }) => subject)
      .entries()
      .map(([subject, mails]) => [subject, mails.length]),
  );

describe("a campaign’s test", () => {
  it("5.7.5 gives each person the version that their hash says, and writes it down", async () => {
    await addFans(60);
    const { id, campaign_id } = await addTest({ sample_share: 0.5, holdout_share: 0.2 });
    expect((await act(id, "start")).status).toBe(200);
    const rows = await sentTo(campaign_id);
    const parts = { holdout_share: 0.2, sample_share: 0.5, versions: 2 };
    for (const { contact_id, variant, state, reason } of rows) {
      const drawn = drawVersion({ test_id: id, contact_id }, parts);
      if (drawn === null) expect([variant, state, reason]).toEqual([null, "skipped", "holdout"]);
      else if (drawn === undefined) expect([variant, state, reason]).toEqual([null, "pending", "testing"]);
      else expect([variant, state]).toEqual([drawn, "handed_over"]);
    }
    const count = (drawn: unknown) =>
      rows.filter(({ contact_id }) => drawVersion({ test_id: id, contact_id }, parts) === drawn).length;
    expect(subjects()).toEqual({ "Hello A": count(0), "Hello B": count(1) });
    const { figures, ...test } = await get(id);
    expect(test).toMatchObject({ state: "collecting", chosen: null });
    expect(figures?.versions).toMatchObject([
      { assigned: count(0), sent: count(0), waiting: 0, responded: 0 },
      { assigned: count(1), sent: count(1), waiting: 0, responded: 0 },
    ]);
    expect(figures?.effect).toMatchObject({
      held_out: count(null),
      mailed: count(0) + count(1),
      interval: null,
    });
    const campaign = await sender.get(campaign_id);
    expect(campaign).toMatchObject({ state: "sending", figures: { recipients: 60 - count(null) } });
    expect(campaign.left_out).toContainEqual(
      expect.objectContaining({ reason: "holdout", count: count(null) }),
    );
  });

  it("5.7.3 sends the winner to the others once it’s certain", async () => {
    await addFans(150);
    const { id, campaign_id } = await addTest({ sample_share: 0.8 });
    await act(id, "start");
    await sentTo(campaign_id);
    app.clock.advance(HOUR_MS);
    const { "Hello B": sentB = 0 } = subjects();
    await click("Hello B", sentB);
    await lookAtTests(app.platform);
    expect(await get(id)).toMatchObject({ state: "winner", decided_by: "rule", chosen: 1 });
    await sender.reaches(campaign_id, "sent");
    const rows = await rowsIn(campaign_id);
    expect(rows.every(({ state }) => state === "handed_over")).toBe(true);
    const { "Hello A": sentA = 0 } = subjects();
    expect(subjects()).toEqual({ "Hello A": sentA, "Hello B": 150 - sentA });
    // Whoever got the winner afterwards isn't part of what was found.
    const { figures } = await get(id);
    expect(figures?.versions).toMatchObject([{ sent: sentA }, { sent: sentB, responded: sentB }]);
    expect(figures?.leads[0]?.interval.low).toBeGreaterThan(0);
    const { points } = (await sender.owner.api("GET", `/experiments/${id}/curve`)).body;
    expect(points).toMatchObject([{ responded: [0, sentB] }]);
    const names = (await eventsOf(app, id)).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("ab_test."))).toEqual([
      "ab_test.created",
      "ab_test.started",
      "ab_test.decided",
      "ab_test.rolled_out",
    ]);
  });

  it("5.7.4 can be extended, ended early, and decided by hand", async () => {
    await addFans(30);
    const { id, campaign_id } = await addTest({ sample_share: 0.5, collect_hours: 2, rollout: "by_hand" });
    await act(id, "start");
    await sentTo(campaign_id);
    const { decide_at } = await get(id);
    expect((await act(id, "extend", { hours: 3 })).body).toMatchObject({
      decide_at: new Date(Date.parse(decide_at ?? "") + 3 * HOUR_MS).toISOString(),
    });
    expect((await act(id, "extend", { hours: 336 })).body.code).toBe("COLLECTING_LIMIT");
    app.clock.advance(4 * HOUR_MS);
    await lookAtTests(app.platform);
    expect(await get(id)).toMatchObject({ state: "collecting" });
    expect((await act(id, "end")).body).toMatchObject({
      state: "inconclusive",
      decided_by: "rule",
      chosen: 0,
      rolled_out_at: null,
    });
    expect((await act(id, "end")).body.code).toBe("TEST_STATE");
    expect((await act(id, "extend", { hours: 1 })).body.code).toBe("TEST_STATE");
    expect((await act(id, "choose", { version: 7 })).body.code).toBe("VERSION_UNKNOWN");
    expect((await act(id, "choose", { version: 1 })).body).toMatchObject({
      state: "inconclusive",
      decided_by: "hand",
      chosen: 1,
    });
    await sender.reaches(campaign_id, "sent");
    expect((await act(id, "choose", { version: 0 })).body.code).toBe("TEST_STATE");
    expect(Object.values(subjects()).reduce((sum, count) => sum + count, 0)).toBe(30);
  });

  it("without a winner in time, the others get the campaign as it was written, at the chosen time", async () => {
    await addFans(30);
    const rollout_at = new Date(app.clock.now().getTime() + 5 * HOUR_MS).toISOString();
    const { id, campaign_id } = await addTest({
      sample_share: 0.5,
      collect_hours: 2,
      rollout: "at",
      rollout_at,
    });
    await act(id, "start");
    await sentTo(campaign_id);
    app.clock.advance(3 * HOUR_MS);
    await lookAtTests(app.platform);
    expect(await get(id)).toMatchObject({ state: "inconclusive", chosen: 0, rolled_out_at: null });
    expect((await rowsIn(campaign_id)).some(({ reason }) => reason === "testing")).toBe(true);
    app.clock.advance(3 * HOUR_MS);
    await Promise.all([lookAtTests(app.platform), lookAtTests(app.platform)]);
    await sender.reaches(campaign_id, "sent");
    const { "Hello A": sentA = 0, "Hello B": sentB = 0 } = subjects();
    expect(sentA + sentB).toBe(30);
    expect(sentA).toBeGreaterThan(sentB);
  });

  it("5.7.7 a version that too many unsubscribe over stops at once, and the others get another one", async () => {
    await addFans(60);
    const { id, campaign_id } = await addTest({ sample_share: 0.7 });
    await act(id, "start");
    const rows = await sentTo(campaign_id);
    const angry = rows.filter(({ variant }) => variant === 0).slice(0, 6);
    for (const { contact_id } of angry)
      await recordFeedback(app.platform, {
        account: sender.owner.id,
        kind: "unsubscribed",
        message_id: `${campaign_id}.${contact_id}@x.example`,
        event_id: contact_id,
        words: "",
        at: app.clock.now().toISOString(),
      });
    await app.platform.db.execute(sql`update deliveries set unsubscribed_at = ${app.clock.now().toISOString()}
      where batch_id = ${campaign_id} and contact_id in ${angry.map(({ contact_id }) => contact_id)}`);
    await lookAtTests(app.platform);
    const test = await get(id);
    expect(test).toMatchObject({ decided_by: "guardrail", chosen: 1 });
    expect(test.versions[0]).toMatchObject({ stop_reason: "unsubscribes" });
    await sender.reaches(campaign_id, "sent");
    expect((await rowsIn(campaign_id)).filter(({ variant }) => variant === null)).toEqual([]);
  });

  it("canceling the campaign stops its test, and what was learned outlasts the campaign", async () => {
    await addFans(20);
    const { id, campaign_id } = await addTest({ sample_share: 0.5 });
    await act(id, "start");
    await sentTo(campaign_id);
    expect((await sender.owner.api("DELETE", `/experiments/${id}`)).body.code).toBe("TEST_ACTIVE");
    await sender.act(campaign_id, "pause");
    await sender.act(campaign_id, "cancel");
    await vi.waitUntil(async () => (await get(id)).state === "stopped", WAIT);
    expect((await act(id, "choose", { version: 1 })).body.code).toBe("TEST_STATE");
    await sender.owner.api("DELETE", `/campaigns/${campaign_id}`);
    await vi.waitUntil(async () => (await get(id)).campaign_id === null, WAIT);
    expect((await sender.owner.api("DELETE", `/experiments/${id}`)).status).toBe(200);
  });

  it("pausing holds the winner back, too, and late decisions about held e-mail leave the test alone", async () => {
    await addFans(24);
    const { id, campaign_id } = await addTest({ sample_share: 0.5 });
    await act(id, "start");
    await sentTo(campaign_id);
    const before = sender.received().length;
    await sender.act(campaign_id, "late", { action: "send" });
    await sender.act(campaign_id, "pause");
    await act(id, "choose", { version: 1 });
    expect((await rowsIn(campaign_id)).filter(({ state }) => state === "pending")).toHaveLength(24 - before);
    await sender.act(campaign_id, "resume");
    await sender.reaches(campaign_id, "sent");
    expect(sender.received()).toHaveLength(24);
  });

  it("a number of people, five versions, content and time can be tested; each has its own links and page", async () => {
    await addFans(80);
    const versions = [
      {},
      { subject: "Hello B" },
      { from_name: "Mia, the baker" },
      { html: LINKED.replace("Shop", "Bakery"), preheader: "Fresh" },
      { delay_minutes: 30 },
    ];
    const { id } = await addTest({ versions, sample_kind: "number", sample_number: 60 });
    await act(id, "start");
    await vi.waitUntil(async () => (await get(id)).state === "collecting", WAIT);
    await vi.waitUntil(async () => {
      const { figures } = await get(id);
      return figures?.versions.slice(0, 4).every(({ waiting }) => waiting === 0);
    }, WAIT);
    const { figures } = await get(id);
    const assigned = figures?.versions.map(({ assigned }) => assigned) ?? [];
    const all = assigned.reduce((sum, count) => sum + count, 0);
    expect(all).toBeGreaterThan(40);
    expect(all).toBeLessThan(78);
    expect(figures?.versions[4]).toMatchObject({ sent: 0, waiting: assigned[4] });
    const bakery = sender.mailbox.server.received.find(({ html }) => String(html).includes("Bakery"));
    const named = sender.mailbox.server.received.filter(({ from }) => from?.text.includes("the baker"));
    expect(named).toHaveLength(assigned[2] ?? 0);
    const [, url = ""] = /href="([^"]+)"[^<>]*>Bakery/.exec(String(bakery?.html)) ?? [];
    expect((await open(url)).headers.get("location")).toBe("https://shop.mia.art/new");
    app.clock.advance(HOUR_MS);
    await lookAtTests(app.platform);
    expect(await get(id)).toMatchObject({ state: "collecting" });
  });
});

describe("a test’s form", () => {
  it("refuses what makes no test", async () => {
    const { owner } = sender;
    const campaign_id = await sender.add();
    const add = async (body: object) =>
      (await owner.api("POST", "/experiments", { campaign_id, ...body })).body;
    expect((await add({ versions: [{}, {}] })).code).toBe("VERSIONS_ALIKE");
    expect((await add({ versions: [{}, { subject: "B" }, { subject: " B " }] })).code).toBe("VERSIONS_ALIKE");
    const versions = [{}, { subject: "B" }];
    expect((await add({ versions: [{}] })).code).toBe("BAD_REQUEST");
    expect((await add({ versions, rollout: "at" })).code).toBe("ROLLOUT_TIME");
    expect((await add({ versions, campaign_id: "nope" })).code).toBe("CAMPAIGN_NOT_FOUND");
    const test = await add({ versions, name: "First" });
    expect(test).toMatchObject({ name: "First", metric: "clicks", min_effect: 0.02, figures: null });
    expect((await add({ versions })).code).toBe("TEST_EXISTS");
    const patch = async (body: object) => (await owner.api("PATCH", `/experiments/${test.id}`, body)).body;
    expect(await patch({ metric: "replies", versions: [{}, { subject: "C" }] })).toMatchObject({
      metric: "replies",
      versions: [{ subject: "" }, { subject: "C" }],
    });
    expect((await patch({ versions: [{}, {}] })).code).toBe("VERSIONS_ALIKE");
    expect((await patch({ rollout: "at" })).code).toBe("ROLLOUT_TIME");
    const stranger = await startSender(app);
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/curve"],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/start"],
      ["POST", "/end"],
    ] as const)
      expect(
        (
          await stranger.owner.api(
            method,
            `/experiments/${test.id}${path}`,
            method === "GET" ? undefined : {},
          )
        ).body.code,
      ).toBe("TEST_NOT_FOUND");
    expect((await stranger.owner.api("POST", `/experiments/${test.id}/extend`, { hours: 1 })).body.code).toBe(
      "TEST_NOT_FOUND",
    );
    expect(
      (await stranger.owner.api("POST", `/experiments/${test.id}/choose`, { version: 1 })).body.code,
    ).toBe("TEST_NOT_FOUND");
    expect((await stranger.owner.api("GET", "/experiments")).body.items).toEqual([]);
    expect((await owner.api("GET", `/experiments?campaign_id=${campaign_id}`)).body.items).toHaveLength(1);
    expect((await owner.api("DELETE", `/experiments/${test.id}`)).status).toBe(200);
    expect((await patch({ name: "x" })).code).toBe("TEST_NOT_FOUND");
  });

  it("starts only what can start, and doesn’t change afterwards", async () => {
    const { id, campaign_id } = await addTest();
    const check = (await sender.act(campaign_id, "check")).body;
    expect(check.is_ready).toBe(false);
    expect((await act(id, "start")).body.code).toBe("CAMPAIGN_NOT_READY");
    await addFans(12);
    await sender.owner.api("PUT", "/sending", { is_stopped: true });
    expect((await act(id, "start")).body.code).toBe("SENDING_STOPPED");
    await sender.owner.api("PUT", "/sending", { is_stopped: false });
    await sender.owner.api("PUT", "/sending/rules", { approval_above: 3 });
    expect((await act(id, "start")).body.code).toBe("APPROVAL_MISSING");
    await sender.owner.api("PUT", "/sending/rules", { approval_above: null });
    expect((await act(id, "start")).status).toBe(200);
    await sentTo(campaign_id);
    expect((await act(id, "start")).body.code).toBe("TEST_STATE");
    expect((await sender.owner.api("PATCH", `/experiments/${id}`, { name: "x" })).body.code).toBe(
      "TEST_STARTED",
    );
    const other = { campaign_id, versions: [{}, { subject: "Later" }] };
    expect((await sender.owner.api("POST", "/experiments", other)).body.code).toBe("CAMPAIGN_STARTED");
    const paused = await addTest();
    await sender.owner.api("PATCH", `/campaigns/${paused.campaign_id}`, { tracking: "none" });
    const { problems } = (await sender.act(paused.campaign_id, "check")).body;
    expect(problems).toContainEqual(expect.objectContaining({ where: "test", severity: "stop" }));
  });

  it("there’s a limit to tests that haven’t started, and a campaign that failed starts no test", async () => {
    const { id, campaign_id } = await addTest();
    await app.platform.db.execute(sql`update campaigns set state = 'failed' where id = ${campaign_id}`);
    expect((await act(id, "start")).body.code).toBe("CAMPAIGN_STATE");
    await app.platform.db.execute(sql`insert into ab_tests (user_id, id, name, metric, sample_kind, sample_share,
        holdout_share, collect_hours, min_effect, rollout, created_at, updated_at)
      select ${sender.owner.id}, gen_random_uuid(), 'x', 'clicks', 'all', 1, 0, 24, 0.02, 'at_once', now(), now()
      from generate_series(1, ${DRAFT_TESTS_MAX - 1}::int)`);
    const one = { versions: [{}, { subject: "B" }] };
    expect((await sender.owner.api("POST", "/experiments", one)).body.code).toBe("TEST_LIMIT");
    const { items, next } = (await sender.owner.api("GET", "/experiments")).body;
    expect(items).toHaveLength(50);
    const more = await sender.owner.api("GET", `/experiments?cursor=${encodeURIComponent(next)}`);
    expect(more.body.items).toHaveLength(50);
    expect((await sender.owner.api("GET", "/experiments?cursor=x")).body.code).toBe("CURSOR_INVALID");
  });

  it("lists split links with how their visitors were split", async () => {
    const { owner } = sender;
    expect((await owner.api("GET", "/experiments/links")).body.items).toEqual([]);
    const { id: profile } = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
    const [link_a, link_b] = ["https://a.example/", "https://b.example/"];
    const link = { title: "Shop", url: link_a, is_ab_test: true, link_a, link_b, ab_split_ratio: 0.25 };
    expect((await owner.api("POST", `/profiles/${profile}/links`, link)).status).toBe(201);
    expect((await owner.api("GET", "/experiments/links")).body.items).toEqual([
      expect.objectContaining({ title: "Shop", ratio: 0.25, a: 0, b: 0, split_probability: 1 }),
    ]);
  });

  it("a version’s own problems are found before it goes out", async () => {
    await addFans(4);
    const versions = [{}, { html: "<p>No way out</p>" }];
    const { campaign_id } = await addTest({ versions });
    const { problems, is_ready } = (await sender.act(campaign_id, "check")).body;
    expect(is_ready).toBe(false);
    expect(problems.filter(({ about }: { about?: string }) => about === "B").length).toBeGreaterThan(0);
  });

  it("a version may be written in blocks of its own, with the campaign’s look, and goes out as such", async () => {
    await addFans(6);
    const blocks = [{ id: "t", type: "text", html: "<p>Written for B</p>", align: "left" }];
    const campaign = await sender.add({ html: LINKED });
    // What’s the campaign’s says nothing of its own.
    const alike = { campaign_id: campaign, versions: [{}, { mode: null, blocks }] };
    expect((await sender.owner.api("POST", "/experiments", alike)).body.code).toBe("VERSIONS_ALIKE");
    const test = await addTest({ versions: [{}, { blocks }], sample_kind: "all" });
    const [, written] = (await get(test.id)).versions;
    expect(written).toMatchObject({ mode: "blocks", theme: null, html: "", template_id: null });
    // Each e-mail to many can be left.
    expect(written?.blocks.map(({ type }) => type)).toEqual(["text", "footer"]);
    expect((await act(test.id, "start")).status).toBe(200);
    const rows = await sentTo(test.campaign_id);
    const own = sender.mailbox.server.received.filter(({ html }) => String(html).includes("Written for B"));
    expect(own).toHaveLength(rows.filter(({ variant }) => variant === 1).length);
    expect(own.every(({ html }) => String(html).includes("/u/"))).toBe(true);
  });
});
