import { setTimeout as wait } from "node:timers/promises";
import { Client } from "#test/harness/client.ts";
import { ENV, fill, HTML, startSink } from "./campaign-crash.ts";
import { expectOk, signUp } from "./creator.ts";
import { type NodeProcess, type NodeSettings, startNode } from "./node-process.ts";
import { waitUntil } from "./wait-until.ts";

const KILL_AFTER_MS_MAX = 600;
const DONE_MS_MAX = 180_000;
const MAILS = ["a", "b", "c"];

interface Store extends Pick<NodeSettings, "data" | "databaseUrl" | "launcher"> {
  /** With the embedded database, only asked while no process is running. */
  rows<Row>(query: string): Promise<Row[]>;
}

interface Ordeal {
  fans: number;
  kills: number;
  leaveNothing(end: () => Promise<void>): void;
}

/** What became of everyone. */
export interface Outcome {
  completed: number;
  /** E-mail that was handed over, or may have been when a process was killed. */
  settled: number;
  /** People who got more copies than there are e-mails. */
  doubled: number;
  /** Steps that somebody took twice. */
  repeated: number;
  /** Transitions that were announced: one entry and one end for each. */
  announced: { entered: number; left: number };
}

const STEPS = [
  ...MAILS.slice(0, 1).map(mail),
  { id: "t", type: "tag", action: "add", tag: "inside" },
  {
    id: "s",
    type: "split",
    parts: [
      { share: 1, steps: [{ id: "n", type: "field", key: "half", value: "one" }] },
      { share: 1, steps: [] },
    ],
  },
  ...MAILS.slice(1).map(mail),
];

function mail(id: string) {
  return { id, type: "send", mail: { mode: "html", subject: id, html: HTML } };
}

/** Takes fans through a sequence while its processes are killed at random points. */
export async function walkDuringCrashes(
  store: Store,
  { fans, kills, leaveNothing }: Ordeal,
): Promise<Outcome> {
  const sink = await startSink();
  leaveNothing(async () => sink.close());
  const isEmbedded = store.databaseUrl === undefined;
  const start = () => startNode({ ...store, env: ENV });
  let node: NodeProcess = await start();
  leaveNothing(async () => void (await node.end("SIGKILL")));
  const { id: account, cookie } = await signUp(node.url);
  if (isEmbedded) await node.end("SIGTERM");
  const mailbox_id = await fill(store, { account, port: sink.port, fans });
  if (isEmbedded) node = await start();
  const call = (method: string, path: string, body?: object) =>
    expectOk(new Client(node.url).call(method, `/api/v1${path}`, body, { cookie }));
  const fields = [{ key: "half", label: "Half", type: "text", choices: [] }];
  await call("PUT", "/contact-settings/fields", { fields });
  const draft = { mailbox_id, steps: STEPS };
  const { id } = await call("POST", "/sequences", { name: "Welcome", draft });
  await call("POST", `/sequences/${id}/publish`, {});
  await call("POST", `/sequences/${id}/enrollments/many`, { selection: { all: true } });
  for (let kill = 1; kill <= kills; kill++) {
    await wait(Math.random() * KILL_AFTER_MS_MAX);
    await node.end("SIGKILL");
    if (!isEmbedded)
      await store.rows(
        "update deliveries set leased_until = now() - interval '1 second' where state = 'leased'",
      );
    node = await start();
  }
  await waitUntil("everyone is through", DONE_MS_MAX, async () => {
    const { counts, steps } = await call("GET", `/sequences/${id}/figures`);
    const sent = steps.reduce((sum: number, step: { sent: number }) => sum + step.sent, 0);
    return counts.completed === fans && sent >= (fans - kills) * MAILS.length * 0.9;
  });
  // What's still on its way arrives.
  await wait(3000);
  await node.end("SIGTERM");
  const [row] = await store.rows<Record<string, string>>(`select
    (select count(*) from enrollments where state = 'completed') as completed,
    (select count(*) from deliveries where state in ('handed_over', 'uncertain')) as settled,
    (select count(*) from (select 1 from enrollment_steps group by enrollment_id, step_id having count(*) > 1) r) as repeated,
    (select sum(jsonb_array_length(payload->'contact_ids')) from events where name = 'sequence.entered') as entered,
    (select sum(jsonb_array_length(payload->'contact_ids')) from events where name = 'sequence.left') as left`);
  const { completed, settled, repeated, entered, left } = row ?? {};
  return {
    completed: Number(completed),
    settled: Number(settled),
    repeated: Number(repeated),
    doubled: [...sink.received.values()].filter((copies) => copies > MAILS.length).length,
    announced: { entered: Number(entered), left: Number(left) },
  };
}
