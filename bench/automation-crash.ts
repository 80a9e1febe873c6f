import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { CONNECTIONS_MAX } from "#src/features/email/sending-accounts/rules.ts";
import { Client } from "#test/harness/client.ts";
import { askEmbedded } from "#test/nodes/ask-embedded.ts";
import { ENV, fill, startSink } from "#test/nodes/campaign-crash.ts";
import { expectOk, signUp } from "#test/nodes/creator.ts";
import { circle, nameOf, rulesOf, tea, waiting, welcome } from "./crash-course.ts";
import { CrowdOfNodes } from "./crash-nodes.ts";
import { type Ask, judge, LEFT, type Verdict } from "./crash-verdict.ts";
import type { BenchEnvironment } from "./environment.ts";
import { type Measured, result } from "./measurement.ts";

/** To look for a fault, fewer of all, on one database, or the same points again: CRASH_KILLS, CRASH_FANS, CRASH_ON, CRASH_SEED. */
const KILLS = Number(process.env.CRASH_KILLS ?? 50);
/** Who's there before, who signs up meanwhile, and who's imported meanwhile. */
const FANS = Number(process.env.CRASH_FANS ?? 2000);
const SIGN_UPS = Math.round(FANS * 0.4);
const IMPORTED = Math.round(FANS * 0.1);
const THERE = FANS - SIGN_UPS - IMPORTED;
const KILL_AFTER_MS_MAX = 1000;
const KILLS_WHILE_LATE = 3;
const DOWN_HOURS = 3;
const LATE_HOURS = 2;
/** Without any progress for this long, work is stuck: longer than a job waits after several kills in a row. */
const STUCK_MS = 900_000;
const LOOK_MS = 1000;
/** Looking into the embedded database takes stopping its process. */
const LOOK_EMBEDDED_MS = 15_000;
const PRODUCT = { ...ENV, PLANS: "off", TRUSTED_PROXIES: "loopback", DNS_SERVERS: "127.0.0.1:9" };

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A server that never answers the first call of some ids. */
async function startHanging(): Promise<{ url: string; calls: Map<string, number>; close(): void }> {
  const calls = new Map<string, number>();
  const server = createServer((request, response) => {
    const id = String(request.headers["webhook-id"]);
    const before = calls.get(id) ?? 0;
    calls.set(id, before + 1);
    request.resume();
    if (before > 0 || calls.size % 4 !== 0) response.writeHead(200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, calls, close };
}

interface Ordeal {
  data: string;
  databaseUrl: string | undefined;
  ask: Ask;
  random: () => number;
  leaveNothing(end: () => unknown): void;
}

async function endure({ data, databaseUrl, ask, random, leaveNothing }: Ordeal): Promise<Verdict> {
  const isEmbedded = databaseUrl === undefined;
  const [sink, hanging] = [await startSink(), await startHanging()];
  leaveNothing(sink.close);
  leaveNothing(hanging.close);
  const nodes = new CrowdOfNodes({ data, databaseUrl, env: PRODUCT }, isEmbedded ? 1 : 2);
  leaveNothing(() => nodes.end("SIGKILL"));
  await nodes.start();
  const owner = await signUp(nodes.url);
  nodes.cookie = owner.cookie;
  if (isEmbedded) await nodes.end("SIGTERM");
  const mailbox_id = await fill({ rows: ask }, { account: owner.id, port: sink.port, fans: THERE });
  if (isEmbedded) await nodes.start();
  const { page, import_id } = await setUp(nodes, { mailbox_id, url: hanging.url });

  const meanwhile: Promise<unknown>[] = [];
  const begin = (work: Promise<unknown>) => {
    // It's awaited only after the last kill.
    work.catch(() => undefined);
    meanwhile.push(work);
  };
  const perKill = SIGN_UPS / KILLS;
  for (let kill = 0; kill < KILLS; kill++) {
    for (let n = Math.round(kill * perKill); n < Math.round((kill + 1) * perKill); n++)
      begin(signUpFan(nodes, page, `lead${n}@fans.art`));
    if (kill === Math.floor(KILLS / 5)) begin(nodes.call("POST", `/contacts/imports/${import_id}/start`, {}));
    if (kill === Math.floor(KILLS / 2)) begin(nodes.call("POST", "/contacts/tag", everyone("vip")));
    await wait(random() * KILL_AFTER_MS_MAX);
    await nodes.kill(kill);
  }
  await Promise.all(meanwhile);
  await settle(nodes, { ask, isEmbedded });
  await nodes.end("SIGKILL");
  // As if nothing had been running while what waits was due.
  for (const change of DOWN) await ask(change);
  await nodes.start();
  for (let kill = 0; kill < KILLS_WHILE_LATE; kill++) {
    await wait(random() * KILL_AFTER_MS_MAX);
    await nodes.kill(kill);
  }
  await settle(nodes, { ask, isEmbedded });
  await nodes.end("SIGTERM");
  const verdict = await judge(ask, { fans: FANS, messages: sink.messages, calls: hanging.calls });
  // The other database may take an hour more.
  console.error(`${isEmbedded ? "Embedded" : "PostgreSQL"}: ${JSON.stringify(verdict)}`);
  return verdict;
}

const DOWN = [
  `update enrollments set due_at = now() - interval '${DOWN_HOURS} hours' where state = 'waiting'`,
  `update automation_runs set due_at = now() - interval '${DOWN_HOURS} hours' where state = 'waiting'`,
  "update sequences set state_at = now() - interval '1 day'",
  `update batches set looked_at = now() - interval '${DOWN_HOURS} hours'`,
];

const everyone = (tag: string) => ({
  selection: { all: true },
  tag,
  action: "add",
  dry_run: false,
  undo_id: randomUUID(),
});

/** Turns everything on, and lets in who's there. */
async function setUp(nodes: CrowdOfNodes, { mailbox_id, url }: { mailbox_id: string; url: string }) {
  const client = new Client(nodes.url);
  const api = (method: string, path: string, body?: object | FormData) =>
    expectOk(client.call(method, `/api/v1${path}`, body, { cookie: nodes.cookie }));
  const field = (key: string) => ({ key, label: key, type: "text", choices: [] });
  await api("PUT", "/contact-settings/fields", { fields: ["half", "mood"].map(field) });
  const { id: segment_id } = await api("POST", "/segments", { name: "Welcomed", text: "tag welcomed" });
  const sequence = async (name: string, draft: object): Promise<string> => {
    const { id } = await api("POST", "/sequences", { name, draft });
    await api("POST", `/sequences/${id}/publish`, {});
    return id;
  };
  await sequence("Circle", circle(mailbox_id, segment_id));
  await sequence("Late", waiting(mailbox_id, "Late", LATE_HOURS));
  await sequence("Patient", waiting(mailbox_id, "Patient", null));
  const tea_id = await sequence("Tea", tea(mailbox_id));
  const welcome_id = await sequence("Welcome", welcome(mailbox_id));
  for (const [at, draft] of rulesOf({ mailbox_id, segment_id, tea_id, url }).entries()) {
    const { id } = await api("POST", "/rules", { name: nameOf(at), draft });
    await api("POST", `/rules/${id}/enable`, {});
  }
  const { id: page } = await api("POST", "/profiles", { name: "Mia" });
  await api("PATCH", `/profiles/${page}`, { lead_capture_enabled: true, collect_without_download: true });
  const form = new FormData();
  const rows = Array.from({ length: IMPORTED }, (_, n) => `import${n}@fans.art`);
  form.set("file", new File([`email\n${rows.join("\n")}\n`], "fans.csv", { type: "text/csv" }));
  const { id: import_id } = await api("POST", "/contacts/imports", form);
  const mapped = { targets: ["email"], consent: true, consent_text: "At my shows.", tags: ["imported"] };
  await api("PUT", `/contacts/imports/${import_id}/mapping`, { ...mapped, starts_sequences: true });
  while ((await api("GET", `/contacts/imports/${import_id}`)).state !== "ready") await wait(LOOK_MS / 5);
  await api("POST", `/sequences/${welcome_id}/enrollments/many`, { selection: { all: true } });
  return { page, import_id };
}

/** Fills in the form of a page, again unchanged if it isn't answered. */
async function signUpFan(nodes: CrowdOfNodes, p_profile_id: string, p_email: string): Promise<void> {
  const body = { p_profile_id, p_name: "Fan", p_email, p_id: randomUUID() };
  const { status, body: said } = await nodes.call("POST", "/rpc/insert_fan_lead", body);
  if (status !== 200) throw new Error(`A sign-up was answered ${status} ${JSON.stringify(said)}.`);
}

/** Waits until nothing is left to do, however slow the machine is. */
async function settle(
  nodes: CrowdOfNodes,
  { ask, isEmbedded }: { ask: Ask; isEmbedded: boolean },
): Promise<void> {
  let moved = { at: performance.now(), left: "" };
  for (;;) {
    await wait(isEmbedded ? LOOK_EMBEDDED_MS : LOOK_MS);
    if (isEmbedded) await nodes.end("SIGTERM");
    const [left = {}] = await ask<Record<string, number>>(LEFT);
    if (isEmbedded) await nodes.start();
    if (Object.values(left).every((count) => count === 0)) return;
    const now = { at: performance.now(), left: JSON.stringify(left) };
    if (now.left !== moved.left) moved = now;
    else if (now.at - moved.at > STUCK_MS) throw new Error(`Stuck: ${now.left}`);
  }
}

async function endureOn(
  stage: Pick<Ordeal, "databaseUrl" | "random">,
  asking: (data: string) => Ask,
): Promise<Verdict> {
  const data = await mkdtemp(join(tmpdir(), "fanfare-bench-"));
  const endings: (() => unknown)[] = [];
  try {
    return await endure({
      ...stage,
      data,
      ask: asking(data),
      leaveNothing: (end) => void endings.unshift(end),
    });
  } finally {
    for (const end of endings) await end();
    await rm(data, { recursive: true, force: true });
  }
}

/**
 * Sequences with a running test, a segment, and 50 rules, whose processes are killed again and again while people sign up, and
 * that are down for three hours then. PostgreSQL has two nodes, which are killed in turn.
 */
export async function measureAutomationCrash(stage: BenchEnvironment): Promise<Measured> {
  const begun = performance.now();
  const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31));
  console.error(`CRASH_SEED=${seed}`);
  const random = randomFrom(seed);
  const verdicts: Record<string, Verdict> = {};
  if (process.env.CRASH_ON !== "embedded") {
    const databaseUrl = await stage.database();
    const database = await stage.connect(databaseUrl);
    verdicts.PostgreSQL = await endureOn(
      { databaseUrl, random },
      () => async (query) => (await database.query(query)).rows,
    );
  }
  if (process.env.CRASH_ON !== "postgres")
    verdicts.embedded = await endureOn(
      { databaseUrl: undefined, random },
      (data) => (query) => askEmbedded(data, query),
    );
  const all = Object.values(verdicts);
  const sum = (count: "uncertain" | "mails" | "runs") =>
    all.reduce((total, verdict) => total + verdict[count], 0);
  const wrong = Object.entries(verdicts).flatMap(([database, { wrong }]) =>
    Object.entries(wrong).map(([what, count]) => `${database}: ${count} ${what}`),
  );
  const reference = all.length * (KILLS + KILLS_WHILE_LATE) * CONNECTIONS_MAX;
  const isKept = wrong.length === 0 && sum("uncertain") <= reference;
  const number = (value: number) => value.toLocaleString("en");
  return {
    ...result("uncertain", { value: sum("uncertain"), reference }),
    note: `of ${number(sum("mails"))} e-mails to ${number(FANS)} people on each database, ${KILLS} kills each (seed ${seed}) amid ${number(sum("runs"))} runs of 50 rules, ${Math.round((performance.now() - begun) / 1000)} s: ${wrong.join(", ") || "0 lost, doubled, or stuck"}`,
    promises: [{ text: "0 lost, 0 doubled, 0 stuck, uncertain ≤ connections", isKept }],
  };
}
