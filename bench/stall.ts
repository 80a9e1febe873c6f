import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { zipSync } from "fflate";
import { expectOk, signUp } from "#test/nodes/creator.ts";
import { type Measured, result } from "./figure.ts";
import { residentMegabytes } from "./resident.ts";
import type { Stage } from "./stage.ts";

const ROWS = 50_000;
const MS_MAX = { PostgreSQL: 100, "the embedded database": 250 };
const LOOK_MS = 100;
/** What subscribers still do about the work before. */
const REST_MS = 3_000;

type Owner = Awaited<ReturnType<typeof signUp>>;

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

async function importContacts(owner: Owner): Promise<string> {
  const lines = Array.from({ length: ROWS }, (_, n) => `fan${n}@fans.example,Fan ${n}`);
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
async function changeAll(owner: Owner, path: string, more: object = {}): Promise<string> {
  const undo_id = randomUUID();
  await expectOk(owner.api("POST", path, { selection: { all: true }, undo_id, ...more }));
  await until(async () => {
    const { items } = await expectOk(owner.api("GET", "/jobs"));
    return items.some(({ id, state }: { id: string; state: string }) => id === undo_id && state === "done");
  });
  return undo_id;
}

async function download(owner: Owner, path: string): Promise<void> {
  const answer = await fetch(owner.url + path, { headers: { cookie: owner.cookie } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  for await (const _ of answer.body ?? []);
}

async function downloadAccount(owner: Owner): Promise<void> {
  await download(owner, (await expectOk(owner.api("POST", "/me/export"))).url);
}

/** An account's export with as many leads. */
async function importAccount(owner: Owner): Promise<void> {
  const at = "2026-01-01T00:00:00.000Z";
  const profile_id = randomUUID();
  const profile = { id: profile_id, name: "Mia", username: "mia", deleted_at: null };
  const none = { phone: null, country: "DE", referrer_host: "", consent_text: "", consent_version: "" };
  const leads = Array.from({ length: ROWS }, (_, n) => ({
    ...none,
    ...{ id: randomUUID(), profile_id, name: `Fan ${n}`, email: `other${n}@fans.example` },
    ...{ consented_at: at, created_at: at },
  }));
  const files = { account: { format: 2, exported_at: at }, profiles: [profile], links: [], leads };
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
const PATHS: readonly { name: string; run: (owner: Owner, imported: { id: string }) => Promise<unknown> }[] =
  [
    {
      name: "import",
      run: async (owner, imported) => Object.assign(imported, { id: await importContacts(owner) }),
    },
    { name: "CSV", run: (owner) => download(owner, "/api/v1/contacts/export?format=csv") },
    { name: "export", run: downloadAccount },
    { name: "duplicates", run: (owner) => expectOk(owner.api("GET", "/contact-duplicates")) },
    {
      name: "undo",
      async run(owner, { id }) {
        await expectOk(owner.api("POST", `/contacts/imports/${id}/undo`));
        await hasState(owner, id, ["undone"]);
      },
    },
    { name: "account import", run: importAccount },
    { name: "tag", run: (owner) => changeAll(owner, "/contacts/tag", { tag: "vip", action: "add" }) },
    {
      name: "delete and restore",
      async run(owner) {
        const undo_id = await changeAll(owner, "/contacts/delete");
        await expectOk(owner.api("POST", "/contacts/restore", { undo_id }));
      },
    },
  ];

/** The longest that a process doesn't answer while it does what takes long. */
async function measure(stage: Stage, name: keyof typeof MS_MAX): Promise<Measured> {
  const databaseUrl = name === "PostgreSQL" ? await stage.database() : undefined;
  const node = await stage.product(databaseUrl, { PLANS: "off" });
  const owner = await signUp(node.url);
  const probe = new Worker(new URL("./live-probe.ts", import.meta.url), { workerData: node.url });
  const longest = async () => {
    probe.postMessage("longest");
    const [ms] = await once(probe, "message");
    return ms as number;
  };
  const waits: string[] = [];
  const imported = { id: "" };
  let [value, memory] = [0, 0];
  for (const { name, run } of PATHS) {
    await wait(REST_MS);
    await longest();
    const started = performance.now();
    await run(owner, imported);
    const seconds = (performance.now() - started) / 1000;
    await wait(REST_MS);
    const ms = await longest();
    value = Math.max(value, ms);
    memory = Math.max(memory, residentMegabytes(node.pid));
    waits.push(`${name} ${ms.toFixed(0)} ms in ${seconds.toFixed(0)} s`);
  }
  await probe.terminate();
  const reference = MS_MAX[name];
  return {
    ...result("ms", { value, reference }),
    note: `the longest wait of /health/live while ${ROWS.toLocaleString("en")} rows are worked on, ${name}, over the promised limit, with up to ${memory.toFixed(0)} MB: ${waits.join(", ")}`,
    promises: [{ text: `each ≤ ${reference} ms`, isKept: value <= reference, isRate: true }],
  };
}

export const measureStall = (stage: Stage) => measure(stage, "PostgreSQL");
export const measureStallEmbedded = (stage: Stage) => measure(stage, "the embedded database");
