// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { isInState, runDue } from "#test/harness/campaigns.ts";
import { addActiveMailbox, proveAgain, startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, send, startSequencer, WAIT } from "#test/harness/sequences.ts";
import type { AbTest } from "./contract.ts";

const NO_LIMITS = { per_second: null, per_minute: null, per_hour: null, per_day: null };
const NAMES = Array.from({ length: 16 }, (_, at) => `fan${at}`);

let app: TestApp;
let on: Sequencer;
let second: Awaited<ReturnType<typeof addActiveMailbox>>;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startSequencer(app);
  await on.addFans(Object.fromEntries(NAMES.map((name) => [name, {}])));
  const more = { from_name: "Nora", from_address: "nora@mia.example", postal_address: "Side Street 2" };
  second = await addActiveMailbox(app, on.owner, { more });
});

const get = async (id: string): Promise<AbTest> => (await on.owner.api("GET", `/experiments/${id}`)).body;

/** A campaign of which version B has a sender of its own. */
async function addTest(more: object = {}, version: object = {}) {
  const campaign_id = await on.add();
  const versions = [{}, { mailbox_id: second.id, ...version }];
  const { status, body } = await on.owner.api("POST", "/experiments", { campaign_id, versions, ...more });
  expect(status).toBe(201);
  return { test: body as AbTest, campaign_id };
}

/** Who got something through an account, and who it was from. */
const through = ({ server }: { server: typeof second.server }) => ({
  names: server.received.map(({ to }) => [to].flat()[0]?.text.split("@")[0] ?? "").sort(),
  from: [...new Set(server.received.map(({ from }) => from?.text))],
});

async function namesWith(batch_id: string, variant: number): Promise<string[]> {
  const rows = await rowsOf<{ email: string }>(
    app.platform.db,
    sql`select c.email from deliveries d join contacts c on c.user_id = d.user_id and c.id = d.contact_id
      where d.batch_id = ${batch_id} and d.variant = ${variant}`,
  );
  return rows.map(({ email }) => email.split("@")[0] ?? "").sort();
}

it("5.7.1 a campaign’s version goes out through its own sending account, with its name, address and share", async () => {
  const { test, campaign_id } = await addTest({ sample_kind: "all" });
  expect(test.versions[1]).toMatchObject({ mailbox_id: second.id, from_address: "nora@mia.example" });
  expect((await on.act(campaign_id, "check")).body).toMatchObject({ is_ready: true });
  await on.act(campaign_id, "send");
  await on.reaches(campaign_id, "sent");
  const [a, b] = [await namesWith(campaign_id, 0), await namesWith(campaign_id, 1)];
  expect([a.length + b.length, a.length > 0, b.length > 0]).toEqual([NAMES.length, true, true]);
  expect(through(on.mailbox)).toEqual({ names: a, from: [expect.stringContaining("Mia")] });
  expect(through(second)).toEqual({ names: b, from: ['"Nora" <nora@mia.example>'] });
  expect(second.server.received[0]?.text).toContain("Side Street 2");
  const { versions } = await get(test.id);
  expect(versions[0]?.from_address).toMatch(/@/);
  expect(versions[1]?.from_address).toBe("nora@mia.example");
  const { items } = (await on.owner.api("GET", `/campaigns/${campaign_id}/deliveries`)).body;
  const own = items.filter(({ mailbox_id }: { mailbox_id: string }) => mailbox_id === second.id);
  expect(own).toHaveLength(b.length);
});

it("5.7.1 the others get the winner through its sender, and a loser’s sender sends nothing more", async () => {
  const { test, campaign_id } = await addTest({ sample_share: 0.5 });
  await on.act(campaign_id, "send");
  const waiting = sql`select 1 from deliveries where batch_id = ${campaign_id} and (state = 'leased'
    or (state = 'pending' and reason is distinct from 'testing'))`;
  await vi.waitUntil(() => isInState(app, campaign_id, "sending"), WAIT);
  await vi.waitFor(async () => expect(await rowsOf(app.platform.db, waiting)).toEqual([]), WAIT);
  const before = through(on.mailbox).names.length;
  await on.owner.api("POST", `/experiments/${test.id}/choose`, { version: 1 });
  await on.reaches(campaign_id, "sent");
  expect(through(on.mailbox).names).toHaveLength(before);
  expect(through(second).names).toEqual(await namesWith(campaign_id, 1));
  await on.addFans({ late: {} });
  await on.act(campaign_id, "late-joiners");
  await vi.waitFor(() => expect(through(second).names).toContain("late"), WAIT);
});

it("5.7.1 what’s in the way of a version’s sender names the version", async () => {
  const { test, campaign_id } = await addTest();
  const stops = async () =>
    (await on.act(campaign_id, "check")).body.problems.filter(
      ({ severity }: { severity: string }) => severity === "stop",
    );
  expect(await stops()).toEqual([]);
  await on.owner.api("PATCH", `/mailboxes/${second.id}`, { is_enabled: false });
  expect(await stops()).toMatchObject([
    { about: "B", where: "mailbox", message: "This sending account can’t send right now." },
  ]);
  // Somebody else’s isn’t there.
  const other = await startSequencer(app);
  const versions = [{}, { mailbox_id: other.mailbox.id }];
  const { body } = await on.owner.api("PATCH", `/experiments/${test.id}`, { versions });
  expect(body.versions[1].from_address).toBe("");
  expect(await stops()).toMatchObject([
    { about: "B", message: "Its sending account was deleted. Choose another one." },
  ]);
  expect((await on.act(campaign_id, "send")).status).toBe(409);
});

it("5.1.6 what waits for a version’s deleted account goes out through the campaign’s", async () => {
  await on.owner.api("PATCH", `/mailboxes/${second.id}`, { limits: { ...NO_LIMITS, per_day: 1 } });
  const { campaign_id } = await addTest({ sample_kind: "all" });
  await on.act(campaign_id, "send");
  await vi.waitFor(() => expect(through(second).names).toHaveLength(1), WAIT);
  await proveAgain(app, on.owner);
  expect((await on.owner.api("DELETE", `/mailboxes/${second.id}`)).status).toBe(200);
  await vi.waitUntil(async () => {
    await runDue(app.platform);
    return isInState(app, campaign_id, "sent");
  }, WAIT);
  expect([...through(on.mailbox).names, ...through(second).names].sort()).toEqual(NAMES.toSorted());
});

it("5.4.11 a version of a sequence’s e-mail has its own sender, from composing to the inbox", async () => {
  const version = {
    subject: "",
    preheader: "",
    template_id: null,
    mailbox_id: second.id,
    from_name: "Nora B",
  };
  const id = await on.publish({ steps: [{ ...send("s", "A"), test: { versions: [version] } }] });
  // A copy, an export and an import are its draft.
  const { draft } = (await on.call("GET", `/${id}`)).body;
  const copy = (await on.call("POST", "", { name: "Copy", draft })).body;
  expect(copy.draft).toEqual(draft);
  expect(copy.draft.steps[0].test.versions[0]).toMatchObject({ mailbox_id: second.id, from_name: "Nora B" });
  for (const name of NAMES) await on.enroll(id, name);
  await vi.waitFor(
    () => expect([...through(on.mailbox).names, ...through(second).names].sort()).toEqual(NAMES.toSorted()),
    WAIT,
  );
  expect(through(second).from).toEqual(['"Nora B" <nora@mia.example>']);
  expect(through(second).names).not.toEqual([]);
  const { steps } = (await on.call("GET", `/${id}/figures`)).body;
  const { versions, figures } = await get(steps[0].test_id);
  expect(versions.map(({ from_address }) => from_address)).toEqual([
    expect.stringMatching(/@/),
    "nora@mia.example",
  ]);
  expect(figures?.versions[1]?.sent).toBe(through(second).names.length);
  // Another version of the sequence goes on with the test, and isn’t published while the account can’t send.
  await on.owner.api("PATCH", `/mailboxes/${second.id}`, { is_enabled: false });
  const { problems } = (await on.call("POST", `/${id}/check`)).body;
  expect(problems).toContainEqual({
    severity: "stop",
    where: "s",
    message: "Version B: This sending account can’t send right now.",
  });
});
