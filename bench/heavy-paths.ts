/* The paths that work on tens of thousands of rows at once, for `stall.ts`. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { zipSync } from "fflate";
import type pg from "pg";
import { expectOk, publish } from "#test/nodes/creator.ts";
import { ninetyDays, rollUp } from "./analytics.ts";
import { fillEvents } from "./events.ts";
import { fillFans, type Owner, startCampaign, startSink } from "./mail-fixture.ts";

export const ROWS = 50_000;
const SENT = 500;
const LOOK_MS = 100;

export interface World {
  owner: Owner;
  /** The import that can be undone. */
  imported: string;
}

/** Some of it takes a look into the database, which only a server allows while the product runs. */
interface ServerWorld extends World {
  database: pg.Client;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await wait(LOOK_MS);
}

function hasState(owner: Owner, id: string, states: readonly string[]): Promise<void> {
  return until(async () => {
    const { state } = await expectOk(owner.api("GET", `/contacts/imports/${id}`));
    if (["failed", "cancelled"].includes(state)) throw new Error(`The import is ${state}.`);
    return states.includes(state);
  });
}

/** Every second one has another's inbox. */
const addressOf = (n: number) => `fan${n >> 1}${n % 2 === 1 ? "+news" : ""}@gmail.com`;

async function importContacts({ owner }: World): Promise<string> {
  const lines = Array.from({ length: ROWS }, (_, n) => `${addressOf(n)},Fan ${n}`);
  const form = new FormData();
  form.set("file", new File([`email,name\n${lines.join("\n")}\n`], "fans.csv"));
  const { id } = await expectOk(owner.api("POST", "/contacts/imports", form));
  const agreed = { consent: true, consent_text: "They signed up." };
  await expectOk(
    owner.api("PUT", `/contacts/imports/${id}/mapping`, { targets: ["email", "name"], ...agreed }),
  );
  await hasState(owner, id, ["ready"]);
  await expectOk(owner.api("POST", `/contacts/imports/${id}/start`));
  await hasState(owner, id, ["done"]);
  return id;
}

/** Changes all contacts, as a job. */
async function changeAll({ owner }: World, path: string, more: object = {}): Promise<string> {
  const undo_id = randomUUID();
  await expectOk(owner.api("POST", path, { selection: { all: true }, undo_id, ...more }));
  await until(async () => {
    const { items } = await expectOk(owner.api("GET", "/jobs"));
    return items.some(({ id, state }: { id: string; state: string }) => id === undo_id && state === "done");
  });
  return undo_id;
}

async function download({ owner }: World, path: string): Promise<void> {
  const answer = await fetch(owner.url + path, { headers: { cookie: owner.cookie } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  for await (const _ of answer.body ?? []);
}

async function downloadAccount(world: World): Promise<void> {
  await download(world, (await expectOk(world.owner.api("POST", "/me/export"))).url);
}

/** Everyone who's found to have somebody's inbox, which is fifty at once. */
async function mergeDuplicates({ owner }: World): Promise<void> {
  const { items } = await expectOk(owner.api("GET", "/contact-duplicates"));
  for (const { contacts } of items) {
    const [keep, gone] = contacts;
    await expectOk(owner.api("POST", "/contacts/merge", { keep_id: keep.id, gone_id: gone.id }));
  }
}

/** An account's export with as many leads. */
async function importAccount({ owner }: World): Promise<void> {
  const at = "2026-01-01T00:00:00.000Z";
  const profile_id = randomUUID();
  const profile = { id: profile_id, name: "Mia", username: "mia", deleted_at: null };
  const none = { phone: null, country: "DE", referrer_host: "", consent_text: "", consent_version: "" };
  const leads = Array.from({ length: ROWS }, (_, n) => ({
    ...none,
    id: randomUUID(),
    profile_id,
    name: `Fan ${n}`,
    email: `other${n}@fans.example`,
    consented_at: at,
    created_at: at,
  }));
  const files = {
    account: { format: 1, exported_at: at, instance: "http://localhost", account: "Mia" },
    profiles: [profile],
    links: [],
    leads,
  };
  const zip = zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, rows]) => [
        `${name}.json`,
        new TextEncoder().encode(JSON.stringify(rows)),
      ]),
    ),
  );
  const form = new FormData();
  form.set("file", new File([new Uint8Array(zip)], "export.zip"));
  await expectOk(owner.api("POST", "/me/import", form));
}

/** What takes long, in an order in which each finds rows. */
export const PATHS: readonly { name: string; run: (world: World) => Promise<unknown> }[] = [
  {
    name: "import",
    run: async (world) => Object.assign(world, { imported: await importContacts(world) }),
  },
  { name: "CSV", run: (world) => download(world, "/api/v1/contacts/export?format=csv") },
  { name: "export", run: downloadAccount },
  {
    name: "undo",
    async run({ owner, imported }) {
      await expectOk(owner.api("POST", `/contacts/imports/${imported}/undo`));
      await hasState(owner, imported, ["undone"]);
    },
  },
  { name: "account import", run: importAccount },
  { name: "second import", run: importContacts },
  { name: "duplicates and merging", run: mergeDuplicates },
  { name: "tag", run: (world) => changeAll(world, "/contacts/tag", { tag: "vip", action: "add" }) },
  {
    name: "delete and restore",
    async run(world) {
      const undo_id = await changeAll(world, "/contacts/delete");
      await expectOk(world.owner.api("POST", "/contacts/restore", { undo_id }));
    },
  },
];

/** Has a job that runs once an hour run now. */
async function runNow(database: pg.Client, job: string, isDone: string): Promise<void> {
  await database.query("update jobs.schedule set cron = '* * * * *' where key = $1", [job]);
  await until(async () => (await database.query(`select (${isDone}) as done`)).rows[0]?.done === true);
}

async function exportAnalytics(world: ServerWorld): Promise<void> {
  const { owner, database } = world;
  const profile = await publish(owner, "Nora Moreno");
  const days = ninetyDays();
  await fillEvents([database, database], { profile, userId: owner.id, days, events: ROWS });
  await rollUp(database, profile.id, days);
  const path = `/api/v1/profiles/${profile.id}/analytics/export`;
  const period = `from=${days.from.toISOString()}&to=${days.to.toISOString()}`;
  for (const part of ["series", "link", "country"]) await download(world, `${path}?${period}&part=${part}`);
}

async function prepareCampaign({ owner, database }: ServerWorld): Promise<void> {
  const sink = await startSink(SENT);
  try {
    await database.query("update users set email_verified = true, created_at = now() - interval '1 year'");
    const mailbox = await fillFans(database, { account: owner.id, port: sink.port, fans: ROWS });
    const id = await startCampaign(owner, mailbox);
    await sink.next();
    await expectOk(owner.api("POST", `/campaigns/${id}/cancel`));
  } finally {
    sink.end();
  }
}

export const SERVER_PATHS: readonly { name: string; run: (world: ServerWorld) => Promise<unknown> }[] = [
  { name: "analytics export", run: exportAnalytics },
  { name: "campaign", run: prepareCampaign },
  {
    name: "erasing",
    async run(world) {
      await changeAll(world, "/contacts/delete");
      await world.database.query("update removed_rows set removed_at = removed_at - interval '2 hours'");
      const gone = `not exists (select from removed_rows)
        and not exists (select from fan_leads where user_id = '${world.owner.id}')`;
      await runNow(world.database, "contacts.forget-deleted", gone);
    },
  },
  {
    name: "account deletion",
    async run(world) {
      await importContacts(world);
      await world.database.query("update users set deletion_due_at = now() - interval '1 day'");
      await runNow(world.database, "account-data.erase", "not exists (select from users)");
    },
  },
];
