// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { makeBundle } from "../system.ts";

/** What must not be in it, wherever it stands. */
const PERSONAL = [
  "zenobia",
  "quillfeather",
  "198.51.100.77",
  "2001:db8:77",
  "kestrelhost",
  "+49 170 5550199",
  "swordfish",
];
const SENTENCE =
  "Zenobia Quillfeather <zenobia@kestrelhost.example> from 198.51.100.77 and 2001:db8:77::1 called +49 170 5550199 about https://kestrelhost.example/zenobia?token=swordfish and /home/zenobia/quillfeather.txt";

let app: TestApp;
let founder: Client;
beforeAll(async () => {
  app = await startApp(
    {
      SMTP_URL: "smtp://zenobia:swordfish@127.0.0.1:9",
      PUBLIC_URL: "https://kestrelhost.invalid",
      MAIL_FROM: "Zenobia Quillfeather <zenobia@kestrelhost.example>",
      LOG_LEVEL: "info",
    },
    { logTo: { write: () => {} } },
  );
  founder = await app.signUp({ name: "Zenobia Quillfeather", email: "zenobia@kestrelhost.example" });
});
afterAll(() => app?.close());

it("the support bundle has no personal data, wherever some is", async () => {
  const { db, log } = app.platform;
  await founder.api("POST", "/profiles", { name: "Quillfeather" });
  await founder.api("PATCH", "/settings", { values: { support_address: "zenobia@kestrelhost.example" } });
  log.error({ err: Object.assign(new Error(SENTENCE), { code: "quillfeather" }), who: SENTENCE }, SENTENCE);
  log.warn({ zenobia: SENTENCE }, "quillfeather can't be reached");
  await db.execute(sql`insert into jobs.job (name, data, output)
    values ('dead', ${JSON.stringify({ job: "mail.send" })}::jsonb, ${JSON.stringify({ message: SENTENCE.toLowerCase() })}::jsonb)`);
  await db.execute(
    sql`insert into outgoing_doors (name, failed_at, failure) values ('smtp', now(), ${SENTENCE})`,
  );
  await db.execute(sql`insert into nodes (id, name, version, roles, figures, started_at, seen_at)
    values (gen_random_uuid(), 'zenobias-macbook', '0.1.0', '{web}', ${JSON.stringify({ load: 1 })}::jsonb, now(), now())`);
  await db.execute(sql`insert into backups (id, cause, state, node, file, is_encrypted, reason, started_at, ended_at)
    values (gen_random_uuid(), 'staff', 'done', 'zenobias-macbook', '/home/zenobia/one.backup', true, ${SENTENCE}, now(), now())`);
  const bundle = await makeBundle(app.platform);
  const text = JSON.stringify(bundle).toLowerCase();
  for (const word of PERSONAL) expect(text, word).not.toContain(word);
  for (const secret of app.platform.installation.secrets) expect(text).not.toContain(secret.toLowerCase());
});

it("the support bundle still says what’s the matter", async () => {
  const { failed_jobs, log, checks, tables, environment } = (await makeBundle(app.platform)) as {
    failed_jobs: { name: string; reason: string }[];
    log: { what: string }[];
    checks: { name: string; said: string }[];
    tables: { name: string }[];
    environment: Record<string, unknown>;
  };
  expect(failed_jobs[0]?.name).toBe("mail.send");
  expect(log.some(({ what }) => what.endsWith("can't be reached"))).toBe(true);
  expect(checks.find(({ name }) => name === "migrations")?.said).toMatch(/^All \d+ migrations have run\.$/);
  expect(tables.some(({ name }) => name === "users")).toBe(true);
  expect(environment).toMatchObject({ SMTP_URL: true, STRIPE_SECRET_KEY: false });
});
