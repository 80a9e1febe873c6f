// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { startImapServer } from "#test/harness/imap-server.ts";
import { addActiveMailbox, LOGIN, MAIL_HOST, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { findSeeds } from "./seed-tests.ts";
import type { SeedTest } from "./seeds-contract.ts";
import { LOOKED_FOR_MINUTES, SEEDS_MAX } from "./seeds-rules.ts";

const WAIT = { timeout: 20_000 };

let app: TestApp;
let owner: Client;
let mailbox: Awaited<ReturnType<typeof addActiveMailbox>>;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await signUpSender(app);
  mailbox = await addActiveMailbox(app, owner);
});

const form = (address: string, port: number, more: object = {}) => ({
  ...{ address, port, host: MAIL_HOST, security: "none", username: LOGIN.user, password: LOGIN.pass },
  ...more,
});
const add = (address: string, port: number, more: object = {}) =>
  owner.api("POST", "/deliverability/seeds", form(address, port, more));
const send = (body: object = {}) => owner.api("POST", `/mailboxes/${mailbox.id}/seed-tests`, body);
const tests = async (): Promise<SeedTest[]> =>
  (await owner.api("GET", "/deliverability/seed-tests")).body.items;
const states = async () =>
  Object.fromEntries(((await tests())[0]?.results ?? []).map(({ address, state }) => [address, state]));
const isSent = () =>
  vi.waitFor(async () => expect(Object.values(await states())).not.toContain("pending"), WAIT);

/** Someone else's minute: what's looked for every 30 seconds is due. */
async function look(minutes = 1) {
  app.clock.advance(minutes * 60_000);
  await findSeeds(app.platform);
}

it("finds a seed test’s e-mail in inboxes and spam folders, and says what’s missing after 15 minutes", async () => {
  const gmail = await startImapServer({ login: LOGIN, junk: "[Gmail]/Spam" });
  const web = await startImapServer({ login: LOGIN, junk: "Junk" });
  expect((await add("Seed@gmail.com", gmail.port)).body).toMatchObject({ address: "seed@gmail.com" });
  for (const address of ["spam@web.example", "lost@web.example"])
    expect((await add(address, web.port)).status).toBe(201);
  const test_id = randomUUID();
  const made = await send({ test_id });
  expect([made.status, made.body.code]).toEqual([201, undefined]);
  expect(made.body.results).toHaveLength(3);
  // The same form sent twice is one test.
  expect((await send({ test_id })).body.id).toBe(test_id);
  expect((await send()).body.code).toBe("SEED_TEST_RUNNING");
  await isSent();
  await vi.waitFor(() => expect(mailbox.server.received).toHaveLength(3), WAIT);
  const subjects = new Map(
    mailbox.server.received.map(({ to, subject = "" }) => [[to].flat()[0]?.text, subject]),
  );
  const subjectOf = (address: string) => subjects.get(address) ?? "";
  // Nobody can guess it, nobody but the mail has it, and each address has its own.
  expect(new Set(subjects.values()).size).toBe(3);
  expect(subjectOf("seed@gmail.com")).toMatch(/\([0-9a-f]{20}\)$/);
  for (const subject of subjects.values())
    expect(JSON.stringify(await tests())).not.toContain(/\(([0-9a-f]+)\)/.exec(subject)?.[1]);
  gmail.deliver(`Subject: ${subjectOf("seed@gmail.com")}\n\nHello`);
  web.spam.push({ uid: 1, raw: `Subject: ${subjectOf("spam@web.example")}\r\n\r\nHello` });
  await look();
  // Both of that server's addresses have one inbox here, in which only one of them has its e-mail.
  await vi.waitFor(
    async () =>
      expect(await states()).toEqual({
        "seed@gmail.com": "inbox",
        "spam@web.example": "spam",
        "lost@web.example": "sent",
      }),
    WAIT,
  );
  const about = (await eventsOf(app, owner.id)).map(({ name }) => name);
  expect(about).not.toContain("seed_test.sent");
  expect((await eventsOf(app, mailbox.id)).map(({ name }) => name)).toContain("seed_test.sent");
  for (const { commands } of [gmail, web])
    expect(commands.filter((one) => /STORE|EXPUNGE|SELECT|COPY|MOVE|BODY\[/i.test(one))).toEqual([]);
});

it("keeps looking while an e-mail or a server isn't there, and says so in the end", async () => {
  const slow = await startImapServer({ login: LOGIN, junk: "Spam" });
  const down = await startImapServer({ login: LOGIN });
  await add(LOGIN.user, slow.port);
  await add("down@web.example", down.port);
  await send();
  await isSent();
  down.stop();
  await look();
  await vi.waitFor(() => expect(slow.commands.filter((one) => /SUBJECT/.test(one)).length).toBe(2), WAIT);
  expect(Object.values(await states())).toEqual(["sent", "sent"]);
  await look(LOOKED_FOR_MINUTES);
  await vi.waitFor(async () => {
    // While the last look still ends, no other one begins.
    await findSeeds(app.platform);
    expect(await states()).toEqual({ [LOGIN.user]: "missing", "down@web.example": "failed" });
  }, WAIT);
  const [test] = await tests();
  const failed = test?.results.find(({ state }) => state === "failed");
  expect(failed?.words).toMatch(/^Nothing answers at smtp\.mia\.example/);
  // The next test may begin now.
  expect((await send()).status).toBe(201);
});

it("an address that may be someone else's only counts once its e-mail was in that inbox", async () => {
  const imap = await startImapServer({ login: LOGIN, junk: "Spam" });
  await add("a@web.example", imap.port);
  const run = async (isThere: boolean) => {
    await send();
    await isSent();
    const subject = mailbox.server.received.at(-1)?.subject;
    if (isThere) imap.deliver(`Subject: ${subject}\n\nHello`);
    await look(LOOKED_FOR_MINUTES);
    await vi.waitFor(async () => expect(Object.values(await states())).not.toContain("sent"), WAIT);
    const [test] = await tests();
    return [test?.results[0]?.state, test?.results[0]?.words];
  };
  expect(await run(false)).toEqual(["failed", expect.stringMatching(/^We’ve never found an e-mail/)]);
  expect(await run(true)).toEqual(["inbox", ""]);
  expect(await run(false)).toEqual(["missing", ""]);
});

it("says what the sending account's server refuses, and gives up on what a stopped process left", async () => {
  const imap = await startImapServer({ login: LOGIN });
  await add("a@web.example", imap.port);
  const db = app.platform.db;
  const id = randomUUID();
  await db.execute(sql`insert into seed_tests (user_id, id, mailbox_id, from_address, token, created_at)
    values (${owner.id}, ${id}, ${mailbox.id}, 'a@x.example', 'x', ${new Date(app.clock.now().getTime() - 21 * 60_000).toISOString()})`);
  await db.execute(sql`insert into seed_results (user_id, test_id, seed_id, address, state)
    values (${owner.id}, ${id}, ${randomUUID()}, 'a@web.example', 'pending')`);
  await look();
  await vi.waitFor(async () => expect(await states()).toEqual({ "a@web.example": "failed" }), WAIT);
  const refusing = await addActiveMailbox(app, owner, {
    manners: { judge: () => ({ code: 554, words: "5.7.1 You look like spam" }) },
    more: { from_address: "other@mia.example" },
  });
  await owner.api("POST", `/mailboxes/${refusing.id}/seed-tests`, {});
  await vi.waitFor(async () => {
    const [{ from_address, results } = { from_address: "", results: [] }] = await tests();
    expect([from_address, results[0]?.state, results[0]?.words]).toEqual([
      ...["other@mia.example", "failed", expect.stringContaining("spam")],
    ]);
  }, WAIT);
});

it("takes whole addresses with readable inboxes, each once, and 20 of them", async () => {
  const imap = await startImapServer({ login: LOGIN });
  const { port } = imap;
  const code = async (answer: ReturnType<typeof add>) => (await answer).body.code;
  expect(await code(add("nobody", port))).toBe("SEED_ADDRESS_INVALID");
  expect(await code(add("a@x.example", port, { host: "no host" }))).toBe("MAIL_HOST_INVALID");
  expect(await code(add("a@x.example", port, { host: "other.example" }))).toBe("MAIL_HOST_PLAIN");
  expect(await code(add("a@x.example", port, { username: " " }))).toBe("MAIL_USERNAME_MISSING");
  expect(await code(add("a@x.example", port, { password: "" }))).toBe("MAIL_PASSWORD_MISSING");
  const wrong = await add("a@x.example", port, { password: "wrong" });
  expect(wrong.body).toMatchObject({ code: "SEED_UNREADABLE", message: expect.stringMatching(/refuses/) });
  expect((await send()).body.code).toBe("SEEDS_MISSING");
  const id = randomUUID();
  const made = await add("a@x.example", port, { id });
  expect(made.body).toMatchObject({ id, address: "a@x.example" });
  expect(JSON.stringify(made.body)).not.toContain(LOGIN.pass);
  // The same form sent twice adds one.
  expect((await add("a@x.example", port, { id })).body.id).toBe(id);
  expect(await code(add("A@x.example", port))).toBe("SEED_EXISTS");
  const [row] = await rowsOf<{ secret: string }>(
    app.platform.db,
    sql`select secret from seed_addresses where id = ${id}`,
  );
  expect(row?.secret).not.toContain(LOGIN.pass);
  await app.platform.db.execute(sql`insert into seed_addresses (user_id, id, address, host, port, security, username, secret, created_at)
    select user_id, gen_random_uuid(), n || '@x.example', host, port, security, username, secret, created_at
    from seed_addresses, generate_series(2, ${SEEDS_MAX}::int) n where id = ${id}`);
  expect(await code(add("one-more@x.example", port))).toBe("SEED_LIMIT");
});

it("is nobody else's: seeds, tests, and sending accounts", async () => {
  const imap = await startImapServer({ login: LOGIN });
  const { id } = (await add("a@x.example", imap.port)).body;
  const stranger = await signUpSender(app);
  expect((await stranger.api("DELETE", `/deliverability/seeds/${id}`)).body.code).toBe("SEED_NOT_FOUND");
  expect((await stranger.api("POST", `/mailboxes/${mailbox.id}/seed-tests`, {})).body.code).toBe(
    "MAILBOX_NOT_FOUND",
  );
  expect((await stranger.api("GET", "/deliverability/seeds")).body.items).toEqual([]);
  const db = app.platform.db;
  await db.execute(sql`update mailboxes set state = 'error' where id = ${mailbox.id}`);
  expect((await send()).body.code).toBe("SEED_SENDER_NOT_READY");
  await db.execute(sql`update mailboxes set state = 'active' where id = ${mailbox.id}`);
  await owner.api("PUT", "/sending", { is_stopped: true });
  expect((await send()).body.code).toBe("SENDING_STOPPED");
  expect((await owner.api("DELETE", `/deliverability/seeds/${id}`)).body).toEqual({ id });
  expect((await owner.api("GET", "/deliverability/seeds")).body.items).toEqual([]);
});
