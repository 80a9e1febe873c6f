// @project server-postgres
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getTableName, sql } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { unsubscribePath } from "#src/features/audience/consent/consent.ts";
import { seedPurpose } from "#src/features/email/deliverability/seeds/seeds.ts";
import { mailUrl, parseMailToken } from "#src/features/email/delivery/mail-tokens.ts";
import { openSecret } from "#src/features/email/sending-accounts/credentials/credentials.ts";
import { pushSealPurpose } from "#src/features/identity/preferences/push-devices.ts";
import { MAIL_PATH } from "#src/lib/paths.ts";
import { sealedTables } from "#src/platform/account-data-registry.ts";
import { instanceSecrets } from "#src/platform/crypto/instance-secret.ts";
import { canOpenSealed } from "#src/platform/crypto/key-rotation.ts";
import { Vault } from "#src/platform/crypto/vault.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { freshDatabase, openFreshDatabase } from "#test/harness/database.ts";
import { addActiveMailbox, MAIL_PASSWORD, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { totpAt } from "#test/harness/totp.ts";
import "./slices.ts";

const FIRST = "the first secret of this instance";
const SECOND = "the second secret of this instance";
const tables = sealedTables();

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fanfare-secrets-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Whatever is sealed, by column, and whether this vault opens it. */
async function openedWith(app: TestApp, vault: Vault): Promise<Record<string, boolean>> {
  const found: Record<string, boolean> = {};
  for (const { table, purposes } of tables)
    for (const row of await app.platform.db.select().from(table))
      for (const [name, purposeOf] of Object.entries(purposes)) {
        const column = `${getTableName(table)}.${name}`;
        for (const sealed of [row[name]].flat())
          if (typeof sealed === "string")
            found[column] =
              vault.open(purposeOf(row as never), sealed) !== undefined && found[column] !== false;
      }
  return found;
}

/** Somebody with everything that's sealed. */
async function fill(app: TestApp) {
  const owner = await signUpSender(app);
  const { db, vault } = app.platform;
  // What waits is sealed, too.
  const judge = () => ({ code: 451, words: "4.3.0 Later" });
  const mailbox = await addActiveMailbox(app, owner, { manners: { judge } });
  await owner.api("POST", `/mailboxes/${mailbox.id}/dkim`);
  await db.execute(sql`update mailboxes set dkim_next_key = dkim_key where id = ${mailbox.id}`);
  await db.execute(sql`insert into inboxes (user_id, mailbox_id, host, port, security, auth, username, due_at, created_at, secret)
    values (${owner.id}, ${mailbox.id}, 'imap.mia.example', 993, 'tls', 'plain', 'mia', now() + interval '9 years', now(), ${vault.seal(`inbound.secret ${mailbox.id}`, "x")})`);
  await db.execute(sql`insert into mail_hooks (user_id, mailbox_id, provider, token_digest, secret, created_at)
    values (${owner.id}, ${mailbox.id}, 'mailgun', 'x', ${vault.seal(`inbound.hook ${mailbox.id}`, "x")}, now())`);
  const rule = (await owner.api("POST", "/rules", { name: "Rule" })).body;
  await owner.api("POST", `/rules/${rule.id}/rotate-secret`);
  const seed = randomUUID();
  await db.execute(sql`insert into seed_addresses (user_id, id, address, host, port, security, username, secret, created_at)
    values (${owner.id}, ${seed}, 'seed@mia.example', 'imap.mia.example', 993, 'tls', 'mia', ${vault.seal(seedPurpose(seed), "x")}, now())`);
  await owner.api("POST", "/incoming-webhooks", { name: "Shop", secret: "a secret of theirs" });
  const hook = await owner.api("POST", "/webhooks", {
    url: "https://hooks.example/x",
    events: ["link.created"],
  });
  await owner.api("POST", `/webhooks/${hook.body.id}/rotate-secret`);
  const device = randomUUID();
  await db.execute(sql`insert into push_subscriptions (id, user_id, session_id, endpoint, service, sealed, instance_key, device, created_at)
    select ${device}, ${owner.id}, id, ${vault.digest("push.endpoint", "https://push.example/x")}, 'push.example',
      ${vault.seal(pushSealPurpose(device), JSON.stringify({ endpoint: "https://push.example/x" }))}, 'k', 'Firefox', now()
    from sessions where user_id = ${owner.id} limit 1`);
  const totp = (await owner.api("POST", "/me/two-factor")).body.secret;
  const code = await totpAt(totp, app.clock.now());
  const { recovery_codes } = (await owner.api("POST", "/me/two-factor/confirm", { code })).body;
  const html = "<p>Hi</p>";
  await owner.api("POST", "/mails", { to: "a@fans.example", mailbox_id: mailbox.id, subject: "Hi", html });
  return { owner, mailbox, recovery_codes: recovery_codes as [string, string] };
}

/** With one of the recovery codes. */
async function signIn(client: Client, email: string, code: string): Promise<number> {
  await client.call("POST", "/api/auth/sign-in/email", { email, password: PASSWORD });
  return (await client.call("POST", "/api/auth/sign-in/second-step", { code })).status;
}

it("5.1.11 SECRET can be replaced: what it sealed is sealed anew, and its links work while SECRET_OLD has it", async () => {
  const DATABASE_URL = await freshDatabase(await temporaryFolder());
  const before = await startMailboxApp({ DATABASE_URL, SECRET: FIRST });
  const { owner, mailbox, recovery_codes } = await fill(before);
  const { id } = (await owner.api("POST", "/contacts", { email: "nora@fans.example" })).body;
  const path = unsubscribePath(before.platform, {
    account: owner.id,
    contact_id: id,
    email: "nora@fans.example",
  });
  const link = { batch_id: randomUUID(), contact_id: id, link: 1 };
  const token = mailUrl(before.platform, owner.id, link).split(MAIL_PATH)[1] ?? "";
  const add = (client: Client) =>
    client.call("POST", "/api/v1/profiles", { name: "Mia" }, { "Idempotency-Key": "once" });
  const added = await add(owner);
  const columns = Object.keys(await openedWith(before, before.platform.vault));
  expect(columns).toHaveLength(tables.flatMap(({ purposes }) => Object.keys(purposes)).length);
  await before.close();

  const rotated = await startMailboxApp({ DATABASE_URL, SECRET: SECOND, SECRET_OLD: FIRST });
  expect((await fetch(rotated.url + path, { method: "POST" })).status).toBe(200);
  expect(parseMailToken(rotated.platform, token)?.isOf(owner.id)).toBe(true);
  const again = rotated.visitor();
  expect(await signIn(again, owner.email, recovery_codes[0])).toBe(200);
  expect((await again.api("GET", `/contacts/${id}`)).body.status).toBe("unsubscribed");
  expect((await add(again)).body.id).toBe(added.body.id);
  const vault = new Vault([SECOND]);
  const all = Object.fromEntries(columns.map((column) => [column, true]));
  await vi.waitFor(async () => expect(await openedWith(rotated, vault)).toEqual(all), { timeout: 20_000 });
  const [device] = await rowsOf(rotated.platform.db, sql`select endpoint from push_subscriptions`);
  expect(device).toEqual({ endpoint: vault.digest("push.endpoint", "https://push.example/x") });
  await rotated.close();

  const after = await startMailboxApp({ DATABASE_URL, SECRET: SECOND });
  const [row] = await rowsOf<{ id: string; secret: string }>(
    after.platform.db,
    sql`select id, secret from mailboxes where id = ${mailbox.id}`,
  );
  expect(row && openSecret(after.platform, row)).toMatchObject({ password: MAIL_PASSWORD });
  expect(await signIn(after.visitor(), owner.email, recovery_codes[0])).toBe(400);
  expect(await signIn(after.visitor(), owner.email, recovery_codes[1])).toBe(200);
  expect((await fetch(after.url + path)).status).toBe(404);
  await after.close();
});

it("5.1.11 a secret is told from a wrong one by whether it opens anything that's sealed, if anything is", async () => {
  const app = await startMailboxApp({ SECRET: FIRST });
  onTestFinished(() => app.close());
  const opens = (...secrets: [string, ...string[]]) =>
    canOpenSealed({ db: app.platform.db, vault: new Vault(secrets) }, tables);
  expect(await opens(SECOND)).toBe(true);
  const owner = await signUpSender(app);
  for (let n = 0; n < 12; n++) await addActiveMailbox(app, owner);
  expect([await opens(SECOND), await opens(FIRST), await opens(SECOND, FIRST)]).toEqual([false, true, true]);
  // Most are still what a lost secret has sealed.
  await app.platform.db.execute(
    sql`update mailboxes set secret = 'x' where id <> (select id from mailboxes order by id desc limit 1)`,
  );
  expect([await opens(SECOND), await opens(FIRST)]).toEqual([false, true]);
});

it("a secret that nobody chose is in a file that only its user reads, or in a database that several nodes share", async () => {
  const database = await openFreshDatabase();
  onTestFinished(() => database.close());
  const { orm: db } = database;
  const NOTHING = { secret: "", earlier: [] };
  const folder = await temporaryFolder();
  const [stored] = await instanceSecrets({ db, folder }, NOTHING);
  expect(stored).toMatch(/^[\w-]{43}$/);
  expect(await instanceSecrets({ db, folder }, NOTHING)).toEqual([stored]);
  expect(await readFile(join(folder, "secret"), "utf8")).toBe(`${stored}\n`);
  expect((await stat(join(folder, "secret"))).mode & 0o777).toBe(0o600);
  expect(await rowsOf(db, sql`select 1 from instance_values where name = 'secret'`)).toEqual([]);
  expect(await instanceSecrets({ db, folder }, { secret: "", earlier: ["old"] })).toEqual([stored, "old"]);
  expect(await instanceSecrets({ db, folder }, { secret: "own", earlier: ["old"] })).toEqual(["own", "old"]);
  // A database that several nodes share keeps it.
  const [shared] = await instanceSecrets({ db, folder: undefined }, NOTHING);
  expect(await instanceSecrets({ db, folder: undefined }, NOTHING)).toEqual([shared]);
  expect(await rowsOf(db, sql`select value from instance_values where name = 'secret'`)).toEqual([
    { value: shared },
  ]);
});
