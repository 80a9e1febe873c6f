import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "#test/harness/client.ts";
import { expectOk, signUp } from "./creator.ts";
import type { NodeProcess } from "./node-process.ts";
import { waitUntil } from "./wait-until.ts";

/** What the process needs, so that it may send to this machine and people may add any number of links. */
export const WEBHOOK_SETTINGS = { OUTBOUND_ALLOW: "loopback", PLANS: "off" };

const CHANGES_BETWEEN = 5;
const KILL_AFTER_MS_MAX = 50;
/** A killed node's jobs are taken over within a minute, and another try may wait. */
const ARRIVED_MS_MAX = 150_000;

interface Arrival {
  /** How long after the change. */
  ms: number;
  copies: number;
}

/** Counts the messages of a webhook by the event that they're about. */
async function startReceiver() {
  const arrivals = new Map<string, Arrival>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id, timestamp } = JSON.parse(body);
    const first = arrivals.get(id) ?? { ms: Date.now() - Date.parse(timestamp), copies: 0 };
    arrivals.set(id, { ...first, copies: first.copies + 1 });
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, arrivals, close: () => server.close() };
}

interface Victim {
  start(): Promise<NodeProcess>;
  kills: number;
  /** The ids of the stored events of this name. The process isn't running then. */
  eventIds(name: string): Promise<string[]>;
}

/**
 * Adds links while the process is killed at random moments, and returns how each one's event reached a webhook.
 * Throws if one that was committed doesn't.
 */
export async function sendDuringCrashes({ start, kills, eventIds }: Victim): Promise<Arrival[]> {
  const receiver = await startReceiver();
  let node = await start();
  try {
    const owner = await signUp(node.url);
    const { id } = await expectOk(owner.api("POST", "/profiles", { name: "Mia" }));
    const webhook = { url: receiver.url, events: ["link.created"] };
    await expectOk(owner.api("POST", "/webhooks", webhook));
    const add = () => {
      const body = { title: "One", url: "https://example.com" };
      return new Client(node.url)
        .call("POST", `/api/v1/profiles/${id}/links`, body, { cookie: owner.cookie })
        .catch(() => undefined);
    };
    let acknowledged = 0;
    let committed: string[] = [];
    for (let kill = 1; kill <= kills; kill++) {
      for (let change = 0; change < CHANGES_BETWEEN; change++)
        if ((await add())?.status === 200) acknowledged++;
      const interrupted = add();
      await wait(Math.random() * KILL_AFTER_MS_MAX);
      await node.end("SIGKILL");
      if ((await interrupted)?.status === 200) acknowledged++;
      // The embedded database can only be read while nobody else has it.
      if (kill === kills) committed = await eventIds("link.created");
      node = await start();
    }
    if (committed.length < acknowledged) throw new Error(`${acknowledged} changes left ${committed.length}.`);
    await waitUntil("every change reached the webhook", ARRIVED_MS_MAX, () =>
      committed.every((event) => receiver.arrivals.has(event)),
    );
    return committed.map((event) => receiver.arrivals.get(event) as Arrival);
  } finally {
    await node.end("SIGKILL");
    receiver.close();
  }
}
