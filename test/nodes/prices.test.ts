import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Client } from "#test/harness/client.ts";
import { expectOk, signUp } from "./creator.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import { postgresStore, removeFolders, type Store } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

/** When to give up, on the busiest machine. It takes about 20 ms. */
const SEEN_MS_MAX = 120_000;
const PEOPLE = 300;

let store: Store;
let here: NodeProcess;
let there: NodeProcess;
let founder: Client;
let db: pg.Client;

beforeAll(async () => {
  store = await postgresStore();
  db = new pg.Client({ connectionString: store.databaseUrl });
  here = await startNode(store);
  founder = await signUp(here.url);
  await db.connect();
  there = await startNode(store);
});
afterAll(async () => {
  await Promise.all([here?.end("SIGKILL"), there?.end("SIGKILL")]);
  await db?.end();
  await removeFolders();
});

async function publish(unit_cents: number): Promise<void> {
  const form = { tiers: [{ from: 1, unit_cents }], most_popular_from: 1 };
  const { current } = await expectOk(founder.api("GET", "/admin/prices"));
  await expectOk(founder.api("POST", "/admin/prices", { ...form, based_on: current, reason: "Costs" }));
}
const home = async ({ url }: NodeProcess) => (await new Client(url).call("GET", "/")).body as string;
const seen = (node: NodeProcess, text: string) =>
  waitUntil(`${text} at ${node.url}`, SEEN_MS_MAX, async () => (await home(node)).includes(text));

it("prices published on one node are on all home pages, and what a buyer saw on another isn't sold", async () => {
  expect(await home(there)).toContain("<td>$3.00</td>");
  const buyer = await signUp(there.url);
  const { price_list } = await expectOk(buyer.api("POST", "/billing/preview", { units: 1 }));
  await publish(355);
  const refused = await buyer.api("POST", "/billing/checkout", { units: 1, price_list });
  expect([refused.status, refused.body.code]).toEqual([409, "PREVIEW_OUTDATED"]);
  await Promise.all([seen(here, "<td>$3.55</td>"), seen(there, "<td>$3.55</td>")]);
});

it("a node that's killed while it tells and moves many leaves the rest to another, and nobody is told or moved twice", async () => {
  const subscription = `jsonb_build_object('subscription', jsonb_build_object('id', 'sub_' || n, 'status', 'active',
    'units', 2, 'period_start', now(), 'period_end', now() + interval '30 days', 'cancel_at', null, 'pause_from', null,
    'pause_until', null, 'failing_since', null, 'failed_tries', 0, 'discount', null, 'redemption', null, 'next_try_at', null),
    'checkout', null, 'card', 'works', 'tax_id', '', 'credit_cents', 0, 'invoices', '[]'::jsonb, 'invoice_count', 0)`;
  await db.query(
    `insert into users (id, name, email, email_verified, role, created_at, updated_at)
      select 'payer-' || n, 'P', 'payer-' || n || '@example.com', true, 'user', now(), now() from generate_series(1, $1::int) n`,
    [PEOPLE],
  );
  await db.query(
    `insert into sandbox_customers (account, state) select 'payer-' || n, ${subscription} from generate_series(1, $1::int) n`,
    [PEOPLE],
  );
  await db.query(
    `insert into subscriptions (account, provider, subscription_id, status, units, granted_units, created_at)
      select 'payer-' || n, 'sandbox', 'sub_' || n, 'active', 2, 2, now() from generate_series(1, $1::int) n`,
    [PEOPLE],
  );
  await publish(200);
  const { to_list, subscribers } = await expectOk(
    founder.api("POST", "/admin/prices/moves/preview", { from_list: 1 }),
  );
  expect(subscribers).toBe(PEOPLE);
  const counts = async () => {
    const { rows } = await db.query(
      `select count(*)::int as told, count(moved_at)::int as moved from price_move_accounts`,
    );
    return rows[0] as { told: number; moved: number };
  };
  const move = { from_list: 1, to_list, subscribers, moves_at: new Date().toISOString(), reason: "Cheaper" };
  await expectOk(founder.api("POST", "/admin/prices/moves", move));
  await waitUntil("somebody was told", SEEN_MS_MAX, async () => (await counts()).told > 20);
  await Promise.all([here.end("SIGKILL"), there.end("SIGKILL")]);
  here = await startNode(store);
  await waitUntil("somebody was moved", SEEN_MS_MAX, async () => (await counts()).moved > 20);
  await here.end("SIGKILL");
  [here, there] = await Promise.all([startNode(store), startNode(store)]);
  await waitUntil("everyone was moved", SEEN_MS_MAX, async () => (await counts()).moved === PEOPLE);
  const { rows } = await db.query(
    `select count(*)::int as events, count(distinct account)::int as accounts from events where name = 'prices.changed'
      union all select count(*)::int, count(distinct account)::int from mails where template = 'prices.changing'
      union all select count(*)::int, count(distinct account)::int from subscriptions where price_list = $1`,
    [to_list],
  );
  expect(rows).toEqual([1, 2, 3].map(() => ({ events: PEOPLE, accounts: PEOPLE })));
}, 400_000);
