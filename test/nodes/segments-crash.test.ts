import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { Client } from "#test/harness/client.ts";
import { expectOk, signUp } from "./creator.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import { embeddedStore, postgresStore, removeFolders } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

const CONTACTS = 400;
const KILLS = 6;
const KILL_AFTER_MS_MAX = 250;
/** Another node goes on at once, and a started one, too; a signal that nobody heard is made up for in a minute. */
const SETTLED_MS_MAX = 90_000;

afterAll(removeFolders);

const SEGMENTS = { VIPs: "tag vip", Others: "not tag vip" };

async function addSegments(owner: Client): Promise<void> {
  for (const [name, text] of Object.entries(SEGMENTS))
    await expectOk(owner.api("POST", "/segments", { name, text }));
}

/**
 * Contacts and segments for whom the comings and leavings don't add up to where they are now, or for whom that
 * isn't what the condition says. Nobody was in a segment before it was filled.
 */
const ODD = `
  select c.id, s.name, coalesce(t.came, 0) as came, coalesce(t.gone, 0) as gone, m.contact_id is not null as is_member
  from contacts c join segments s on s.user_id = c.user_id
  left join segment_members m on m.user_id = c.user_id and m.segment_id = s.id and m.contact_id = c.id
  left join (select subject, payload->>'segment_id' as segment, count(*) filter (where name = 'segment.entered') as came,
      count(*) filter (where name = 'segment.left') as gone from events
      where name in ('segment.entered', 'segment.left') group by 1, 2) t
    on t.subject = c.id::text and t.segment = s.id::text
  where coalesce(t.came, 0) - coalesce(t.gone, 0) <> (m.contact_id is not null)::int
    or (m.contact_id is not null) <> ((s.name = 'VIPs') = ('vip' = any(c.tags)))`;

it("two nodes, one of which is killed with -9 again and again, announce each coming and leaving once", async () => {
  const store = await postgresStore();
  const start = () => startNode({ ...store, env: { PLANS: "off" } });
  const nodes: [NodeProcess, NodeProcess] = [await start(), await start()];
  try {
    const owner = await signUp(nodes[0].url);
    await addSegments(owner);
    const settle = () =>
      waitUntil("the sweep has nothing to do", SETTLED_MS_MAX, async () => {
        const rest = `select 1 from segment_changes union all select 1 from segments where not is_filled`;
        return (await store.rows(rest)).length === 0;
      });
    await settle();
    await store.rows(`insert into contacts (user_id, id, email, status, created_at, updated_at)
      select '${owner.id}', gen_random_uuid(), n || '@example.com', 'new', now(), now() from generate_series(1, ${CONTACTS}) n`);
    const flip = () =>
      store.rows(`update contacts set tags = case when cardinality(tags) = 0 then '{vip}'::text[] else '{}' end
        where random() < 0.5`);
    for (let kill = 0; kill < KILLS; kill++) {
      await flip();
      await wait(Math.random() * KILL_AFTER_MS_MAX);
      await Promise.all([nodes[kill % 2]?.end("SIGKILL"), flip()]);
      nodes[kill % 2] = await start();
    }
    await settle();
    expect(await store.rows(ODD)).toEqual([]);
    const [{ count } = { count: "0" }] = await store.rows<{ count: string }>(
      "select count(*) from events where name = 'segment.left'",
    );
    expect(Number(count)).toBeGreaterThan(CONTACTS / 4);
  } finally {
    for (const node of nodes) await node.end("SIGKILL");
  }
});

it("a process on the embedded database that's killed with -9 announces each coming and leaving once", async () => {
  const store = await embeddedStore();
  const start = () => startNode({ ...store, env: { PLANS: "off" } });
  let node = await start();
  try {
    const owner = await signUp(node.url);
    await addSegments(owner);
    // Nobody there is announced as the first ones.
    await wait(3000);
    const ids: string[] = [];
    for (let at = 0; at < 20; at++)
      ids.push((await expectOk(owner.api("POST", "/contacts", { email: `${at}@example.com` }))).id);
    for (let kill = 0; kill < 3; kill++) {
      const change = (id: string) =>
        new Client(node.url)
          .call(
            "PATCH",
            `/api/v1/contacts/${id}`,
            { tags: kill % 2 ? [] : ["vip"] },
            { cookie: owner.cookie },
          )
          .catch(() => undefined);
      const changes = ids.map(change);
      await wait(Math.random() * KILL_AFTER_MS_MAX);
      await node.end("SIGKILL");
      await Promise.all(changes);
      node = await start();
    }
    // Nobody else may ask the database meanwhile.
    await wait(5000);
    await node.end("SIGTERM");
    expect(await store.rows("select 1 from segment_changes")).toEqual([]);
    expect(await store.rows(ODD)).toEqual([]);
  } finally {
    await node.end("SIGKILL");
  }
});
