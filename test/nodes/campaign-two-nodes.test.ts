import { afterAll, beforeAll, expect, it } from "vitest";
import { CONNECTIONS_MAX } from "#src/features/email/sending-accounts/rules.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { Client } from "#test/harness/client.ts";
import { ENV, fill, HTML, startSink } from "./campaign-crash.ts";
import { expectOk, signUp } from "./creator.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import { dataFolder, postgresStore, removeFolders, type Store } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

const FANS = 300;
const MS_MAX = 60_000;
const FORM = { name: "News", subject: "Hello", html: HTML };

let store: Store & { databaseUrl: string };
let web: NodeProcess;
let workers: NodeProcess[] = [];
let sink: Awaited<ReturnType<typeof startSink>>;
let mailbox_id: string;
let cookie: string;
let answersAfter = Promise.resolve();

const start = async (roles: string) =>
  startNode({
    data: await dataFolder(),
    databaseUrl: store.databaseUrl,
    args: [`--roles=${roles}`],
    env: { ...ENV, PUBLIC_URL: "http://localhost" },
  });

beforeAll(async () => {
  store = await postgresStore();
  [web, sink] = await Promise.all([start("web"), startSink(() => answersAfter)]);
  const owner = await signUp(web.url);
  cookie = owner.cookie;
  mailbox_id = await fill(store, { account: owner.id, port: sink.port, fans: FANS });
});
afterAll(async () => {
  await Promise.all([web, ...workers].map((node) => node?.end("SIGKILL")));
  sink?.close();
  await removeFolders();
});

const call = (method: string, path: string, body?: object) =>
  expectOk(new Client(web.url).call(method, `/api/v1/campaigns${path}`, body, { cookie }));
const reaches = (id: string, state: string) =>
  waitUntil(`it’s ${state}`, MS_MAX, async () => (await call("GET", `/${id}`)).state === state);

it("5.10.2 two processes that find one schedule due prepare it once, and send it once to each", async () => {
  const { id } = await call("POST", "", { ...FORM, mailbox_id });
  await call("POST", `/${id}/schedule`, { at: new Date(Date.now() + DAY_MS).toISOString() });
  await store.rows("update campaigns set scheduled_at = now() - interval '1 second'");
  // Both look for what's due as they start.
  workers = await Promise.all([start("web,worker"), start("web,worker")]);
  await reaches(id, "sent");
  expect(sink.received.size).toBe(FANS);
  expect([...sink.received.values()].filter((copies) => copies > 1)).toEqual([]);
  const moves = await store.rows<{ to: string }>(
    `select payload->>'to' as to from events where name = 'campaign.moved' and subject = '${id}' order by id`,
  );
  expect(moves.map(({ to }) => to)).toEqual(["scheduled", "preparing", "sending", "sent"]);
});

it("5.3.7 a pause on one node holds back all but what’s on a connection of the other, from its answer on", async () => {
  await workers.pop()?.end("SIGTERM");
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  answersAfter = promise;
  sink.received.clear();
  const { id } = await call("POST", "", { ...FORM, subject: "More", mailbox_id });
  await call("POST", `/${id}/send`);
  await waitUntil("every connection has a message", MS_MAX, () => sink.received.size === CONNECTIONS_MAX);
  await call("POST", `/${id}/pause`);
  answer();
  const states = () =>
    store.rows(
      `select state, count(*)::int as count from deliveries where batch_id = '${id}' group by 1 order by 1`,
    );
  await waitUntil(
    "no message is leased",
    MS_MAX,
    async () => !JSON.stringify(await states()).includes("leased"),
  );
  expect(await states()).toEqual([
    { state: "handed_over", count: CONNECTIONS_MAX },
    { state: "pending", count: FANS - CONNECTIONS_MAX },
  ]);
  expect(sink.received.size).toBe(CONNECTIONS_MAX);
  await call("POST", `/${id}/resume`);
  await reaches(id, "sent");
  expect([sink.received.size, Math.max(...sink.received.values())]).toEqual([FANS, 1]);
});
