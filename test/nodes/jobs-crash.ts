import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { Client } from "#test/harness/client.ts";
import { expectOk, publish, signUp } from "./creator.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import type { Store } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

const KILLS = 3;
const CROWD = 6;
const LEADS = 4_000;
/**
 * A server's other nodes take over a killed node's jobs after 20 seconds of silence. Another try waits 10
 * more.
 */
const RESUMED_MS_MAX = 180_000;

/** Runs the product on a store and kills it on demand. */
class Victim {
  readonly #store: Store;
  #node: NodeProcess | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  async start(): Promise<void> {
    this.#node = await startNode({ ...this.#store, env: { TRUSTED_PROXIES: "loopback" } });
  }

  get url(): string {
    return this.#node?.url ?? "";
  }

  async kill(): Promise<void> {
    await this.#node?.end("SIGKILL");
  }

  /** A call in the session of the cookie, wherever the product currently listens. */
  api = (method: string, path: string, { body, cookie = "" }: { body?: object; cookie?: string } = {}) => {
    const from = `81.2.69.${Math.floor(Math.random() * 250)}`;
    return new Client(this.url).call(method, `/api/v1${path}`, body, { cookie, "x-forwarded-for": from });
  };
}

interface Capture {
  p_profile_id: string;
  /** Called once, while the process isn't running. */
  whileDead(): Promise<unknown>;
}

/** Fans sign up while the process is killed again and again. Unanswered sign-ups are sent again unchanged. */
async function captureWhileKilled(victim: Victim, { p_profile_id, whileDead }: Capture): Promise<string[]> {
  const stored = new Set<string>();
  let waiting: object[] = [];
  for (let kill = 0; kill <= KILLS; kill++) {
    const crowd = Array.from({ length: CROWD }, (_, n) => {
      const p_email = `fan-${kill}-${n}@fans.example`;
      return { p_profile_id, p_name: "Fan", p_email, p_id: randomUUID() };
    });
    const sent = [...waiting, ...crowd];
    waiting = [];
    const answers = sent.map(async (body) => {
      const answer = await victim.api("POST", "/rpc/insert_fan_lead", { body }).catch(() => undefined);
      if (answer?.status === 200) stored.add((body as { p_email: string }).p_email);
      else waiting.push(body);
    });
    if (kill < KILLS) {
      await Promise.race(answers);
      await victim.kill();
      await Promise.all(answers);
      if (kill === 0) await whileDead();
      await victim.start();
    }
    await Promise.all(answers);
  }
  expect(waiting).toEqual([]);
  return [...stored];
}

/**
 * Kills the process while fans sign up and in the middle of a large deletion. Every e-mail and every step
 * must happen exactly once.
 */
export async function expectNoJobLost(
  store: Store,
  leaveNothing: (end: () => Promise<unknown>) => void,
): Promise<void> {
  const victim = new Victim(store);
  leaveNothing(() => victim.kill());
  await victim.start();
  const owner = await signUp(victim.url);
  const { cookie } = owner;
  const { id } = await publish(owner, "Mia");
  const file = { screensaver_enabled: true, screensaver_link: "https://files.example/pack.zip" };
  await expectOk(owner.api("PATCH", `/profiles/${id}`, { lead_capture_enabled: true, ...file }));

  // The embedded database allows only one process at a time.
  const addCrowd = () =>
    store.rows(`insert into contacts (user_id, id, name, email, status, profile_ids, created_at, updated_at)
    select '${owner.id}', gen_random_uuid(), 'Fan', n || '@crowd.example', 'new', array['${id}'::uuid], now(), now()
    from generate_series(1, ${LEADS}) as n`);
  const fans = await captureWhileKilled(victim, { p_profile_id: id, whileDead: addCrowd });
  expect(fans).toHaveLength((KILLS + 1) * CROWD);
  const sent = () =>
    waitUntil("every fan's e-mail is sent", RESUMED_MS_MAX, async () => {
      const { items } = (await victim.api("GET", "/mail?q=fans.example", { cookie })).body;
      const done = items.filter(({ state }: { state: string }) => state === "sent");
      return done.length >= fans.length && items;
    });
  const mails: { to: string }[] = await sent();
  expect(mails.map(({ to }) => to).sort()).toEqual(fans.sort());
  const kept = await readdir(join(store.data, "mail"));
  expect(kept.filter((name) => name.endsWith(".part"))).toEqual([]);

  const undo_id = randomUUID();
  const body = { selection: { all: true }, undo_id };
  await expectOk(victim.api("POST", "/contacts/delete", { body, cookie }));
  const job = async () => (await victim.api("GET", "/jobs", { cookie })).body.items[0];
  await waitUntil("some are deleted", RESUMED_MS_MAX, async () => (await job()).done > 0);
  await victim.kill();
  await victim.start();
  const total = LEADS + fans.length;
  expect(await job()).toMatchObject({ id: undo_id, total });
  await waitUntil("all are deleted", RESUMED_MS_MAX, async () => (await job()).state === "done");
  expect((await job()).done).toBe(total);
  const undone = await expectOk(victim.api("POST", "/contacts/restore", { body: { undo_id }, cookie }));
  expect(undone).toEqual({ restored: total, taken: 0 });
}
