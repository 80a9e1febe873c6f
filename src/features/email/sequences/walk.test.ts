import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, send, startSequencer, WAIT, wait } from "#test/harness/sequences.ts";
import { advanceSequence } from "./steps.ts";

let app: TestApp;
let on: Sequencer;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startSequencer(app);
  await on.addFans({ nora: {}, omar: {} });
});

const reaches = (id: string, name: string, place: string) =>
  vi.waitFor(async () => expect(await on.placeOf(id, name)).toBe(place), WAIT);

it("5.10.6 whoever is taken out between their step and the hand-over gets nothing", async () => {
  const id = await on.publish({ steps: [send("hello"), wait("w", 1)] });
  await app.platform.db.execute(
    sql`update mailboxes set state = 'auth_failed' where user_id = ${on.owner.id}`,
  );
  await on.enroll(id, "nora");
  await reaches(id, "nora", "waiting w");
  const [inside] = (await on.call("GET", `/${id}/enrollments`)).body.items;
  await on.call("DELETE", `/${id}/enrollments/${inside.id}`);
  const rows = await rowsOf(
    app.platform.db,
    sql`select state, reason from deliveries where user_id = ${on.owner.id}`,
  );
  expect(rows).toEqual([{ state: "skipped", reason: "canceled" }]);
});

it("a status that changed without an event lets them out as they’re looked at", async () => {
  const id = await on.publish({ steps: [wait("w", 1), send("late")] });
  for (const name of ["nora", "omar"]) {
    await on.enroll(id, name);
    await reaches(id, name, "waiting w");
  }
  const change = (name: string, status: string) =>
    app.platform.db.execute(
      sql`update contacts set status = ${status} where user_id = ${on.owner.id} and email like ${`${name}@%`}`,
    );
  await change("nora", "unsubscribed");
  await change("omar", "bounced");
  await on.pass(25 * 3_600_000);
  await reaches(id, "nora", "exited unsubscribed");
  await reaches(id, "omar", "exited suppressed");
  expect(on.mailbox.server.received).toEqual([]);
});

it("5.10.2 ten workers at once take each step once", async () => {
  const steps = [send("a"), { id: "n", type: "notify", text: "Look" }, wait("w", 1)];
  const id = await on.publish({ steps });
  await on.addFans(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`fan${at}`, {}])));
  await on.call("POST", `/${id}/enrollments/many`, { selection: { all: true } });
  await Promise.all(
    Array.from({ length: 10 }, () => advanceSequence(app.platform, { account: on.owner.id, id })),
  );
  const counted = async (what: ReturnType<typeof sql>) =>
    Number((await rowsOf<{ count: string }>(app.platform.db, what))[0]?.count);
  await vi.waitFor(
    async () =>
      expect(
        await counted(
          sql`select count(*) as count from enrollments where sequence_id = ${id} and state = 'waiting'`,
        ),
      ).toBe(302),
    WAIT,
  );
  expect(await counted(sql`select count(*) as count from enrollment_steps where sequence_id = ${id}`)).toBe(
    604,
  );
  expect(
    await counted(
      sql`select count(*) as count from events where name = 'sequence.notified' and account = ${on.owner.id}`,
    ),
  ).toBe(302);
});

it("steps in circles end, and circles with a wait go on", async () => {
  const back = (id: string, step_id: string) => ({ id, type: "goto", step_id });
  const round = await on.publish({
    steps: [{ id: "t", type: "tag", action: "add", tag: "x" }, back("g", "t")],
  });
  await on.enroll(round, "nora");
  await reaches(round, "nora", "exited circling");
  const daily = await on.publish({ steps: [send("tip"), wait("w", 1), back("g", "tip")] });
  await on.enroll(daily, "omar");
  await on.arrived(["omar tip"]);
  await on.pass(25 * 3_600_000);
  await on.arrived(["omar tip", "omar tip"]);
  await on.pass(25 * 3_600_000);
  await on.arrived(["omar tip", "omar tip", "omar tip"]);
});

it("a wait for a condition ends as it’s true, or at its latest", async () => {
  const until = { kind: "condition", amount: 2, unit: "days" };
  const condition = { attribute: "tag", operator: "equals", value: "vip" };
  const steps = [
    { id: "w", type: "wait", wait: { ...until, condition } },
    {
      id: "b",
      type: "branch",
      condition,
      yes: [send("vip")],
      no: [send("late")],
    },
  ];
  const id = await on.publish({ steps });
  for (const name of ["nora", "omar"]) {
    await on.enroll(id, name);
    await reaches(id, name, "waiting w");
  }
  await on.owner.api("PATCH", `/contacts/${await on.contactOf("nora")}`, { tags: ["vip"] });
  await on.pass(6 * 60_000);
  await on.arrived(["nora vip"]);
  await on.pass(49 * 3_600_000);
  await on.arrived(["nora vip", "omar late"]);
});

it("an e-mail’s links work as a campaign’s do: a click counts, and unsubscribing ends it", async () => {
  const html = `<p><a href="https://mia.example/shop">Shop</a> {{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;
  const steps = [
    { id: "a", type: "send", mail: { mode: "html", subject: "a", html } },
    wait("w", 1),
    send("b"),
  ];
  const id = await on.publish({ steps });
  await on.enroll(id, "nora");
  await on.arrived(["nora a"]);
  const [mail] = on.mailbox.server.received;
  const links = [...String(mail?.html).matchAll(/href="([^"]+)"/g)].map(([, url]) => url ?? "");
  const path = (url = "") => new URL(url.replaceAll("&amp;", "&")).pathname + new URL(url).search;
  app.clock.advance(60_000);
  const click = await app.visitor().call("GET", path(links[0]), undefined, {
    "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15",
  });
  expect([click.status, click.headers.get("location")]).toEqual([302, "https://mia.example/shop"]);
  await vi.waitFor(async () => {
    const { steps } = (await on.call("GET", `/${id}/figures`)).body;
    expect(steps[0]).toMatchObject({ step_id: "a", sent: 1, clicked: 1 });
  }, WAIT);
  const left = await app.visitor().call("POST", path(links[1]), "List-Unsubscribe=One-Click", {
    "content-type": "application/x-www-form-urlencoded",
  });
  expect(left.status).toBeLessThan(400);
  await reaches(id, "nora", "exited unsubscribed");
});

it("a step that tells the team rings, with what was written and who it’s about", async () => {
  const id = await on.publish({ steps: [{ id: "n", type: "notify", text: "Say hello by hand" }] });
  await on.enroll(id, "nora");
  await reaches(id, "nora", "completed");
  await vi.waitFor(async () => {
    const { items } = (await on.owner.api("GET", "/notifications")).body;
    expect(items.map(({ sentence, text }: Record<string, string>) => sentence ?? text).join()).toMatch(
      /nora@fans\.example.*Say hello by hand/,
    );
  }, WAIT);
});
