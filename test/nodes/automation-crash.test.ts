import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { Client } from "#test/harness/client.ts";
import { ENV, fill, HTML, startSink } from "./campaign-crash.ts";
import { expectOk, signUp } from "./creator.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import { embeddedStore, postgresStore, removeFolders, type Store } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

const RULES = 50;
const KILL_AFTER_MS_MAX = 400;
const DONE_MS_MAX = 180_000;

afterAll(removeFolders);

interface Ordeal {
  fans: number;
  kills: number;
  /** How many processes run at a time. */
  nodes: number;
  leaveNothing(end: () => Promise<void>): void;
}

/** What each rule does: one of them sends e-mail, too. Each triggers the next, up to the tenth. */
function draftOf(at: number, mailbox_id: string) {
  const mail = { id: "m", type: "send", mail: { mode: "html", subject: "Hi", html: HTML } };
  const chained = at % 5 === 0 ? "vip" : `done ${at - 1}`;
  return {
    mailbox_id,
    triggers: [{ type: "tag", action: "added", tag: chained }],
    actions: [
      { id: "n", type: "note", text: `Rule ${at}` },
      ...(at === 0 ? [mail] : []),
      { id: "t", type: "tag", action: "add", tag: `done ${at}` },
    ],
    budget: 100_000,
  };
}

/** Lets rules act on fans while processes are killed at random points, and returns what isn't as it should be. */
async function runDuringCrashes(store: Store, { fans, kills, nodes: count, leaveNothing }: Ordeal) {
  const sink = await startSink();
  leaveNothing(async () => sink.close());
  const isEmbedded = store.databaseUrl === undefined;
  const start = () => startNode({ ...store, env: ENV });
  const nodes: NodeProcess[] = [await start()];
  leaveNothing(async () => {
    for (const node of nodes) await node.end("SIGKILL");
  });
  const { id: account, cookie } = await signUp(nodes[0]?.url ?? "");
  if (isEmbedded) await nodes[0]?.end("SIGTERM");
  const mailbox_id = await fill(store, { account, port: sink.port, fans });
  if (isEmbedded) nodes[0] = await start();
  while (nodes.length < count) nodes.push(await start());
  const call = (method: string, path: string, body?: object) =>
    expectOk(new Client(nodes[0]?.url ?? "").call(method, `/api/v1${path}`, body, { cookie }));
  for (let at = 0; at < RULES; at++) {
    const { id } = await call("POST", "/rules", { name: `R${at}`, draft: draftOf(at, mailbox_id) });
    await call("POST", `/rules/${id}/enable`, {});
  }
  await call("POST", "/contacts/tag", {
    selection: { all: true },
    tag: "vip",
    action: "add",
    dry_run: false,
    undo_id: crypto.randomUUID(),
  });
  for (let kill = 0; kill < kills; kill++) {
    await wait(Math.random() * KILL_AFTER_MS_MAX);
    await nodes[kill % count]?.end("SIGKILL");
    if (!isEmbedded)
      await store.rows(
        "update deliveries set leased_until = now() - interval '1 second' where state = 'leased'",
      );
    nodes[kill % count] = await start();
  }
  await waitUntil("every rule has run for everyone", DONE_MS_MAX, async () => {
    const { items } = await call("GET", "/rules");
    return items.every(
      ({ counts }: { counts: { ran: number; waiting: number } }) =>
        counts.ran === fans && counts.waiting === 0,
    );
  });
  await wait(2000);
  for (const node of nodes) await node.end("SIGTERM");
  const [row] = await store.rows<Record<string, string>>(`select
    (select count(*) from automation_runs where state <> 'done') as undone,
    (select count(*) from automation_runs) as runs,
    (select count(*) from contact_timeline where kind = 'note') as notes,
    (select count(*) from (select from contact_timeline where kind = 'note' group by contact_id, data having count(*) > 1) d) as doubled,
    (select count(*) from deliveries) as mails,
    (select count(*) from contacts where cardinality(tags) = ${RULES + 1}) as tagged`);
  const numbers = Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
  return { ...numbers, copies: [...sink.received.values()].filter((copies) => copies > 1).length };
}

const right = (fans: number) => ({
  undone: 0,
  runs: fans * RULES,
  notes: fans * RULES,
  doubled: 0,
  mails: fans,
  tagged: fans,
  copies: 0,
});

it("50 rules on two nodes that are killed with -9 again and again act once for each fan, on PostgreSQL", async ({
  onTestFinished: leaveNothing,
}) => {
  const fans = 24;
  const ordeal = { fans, kills: 10, nodes: 2, leaveNothing };
  expect(await runDuringCrashes(await postgresStore(), ordeal)).toEqual(right(fans));
});

it("and so do they on the embedded database", async ({ onTestFinished: leaveNothing }) => {
  const fans = 12;
  const ordeal = { fans, kills: 4, nodes: 1, leaveNothing };
  expect(await runDuringCrashes(await embeddedStore(), ordeal)).toEqual(right(fans));
});
