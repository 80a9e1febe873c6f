// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { freshDatabase } from "#test/harness/database.ts";
import { waitUntil } from "#test/nodes/wait-until.ts";
import { listVisitorEvents } from "./clicks.ts";

const WRITERS = 8;
const READ_MS_MAX = 30_000;

let app: TestApp;
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await freshDatabase("");
  app = await startApp({ DATABASE_URL: databaseUrl, ROLES: "web" });
});
afterAll(() => app?.close());

const TABLES = {
  clicks: ["link_analytics", "clicked_at", "link_id"],
  views: ["page_views", "viewed_at", "visitor"],
};

/** A batch that's written but not yet committed. */
async function write(kind: keyof typeof TABLES, profileId: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const [table, time, own] = TABLES[kind];
  const id = randomUUID();
  await client.query("begin");
  await client.query(
    `insert into ${table} (id, profile_id, user_id, session_id, user_agent, referrer, region, city, device_type, browser,
        os, ${time}, referrer_host, app, is_bot, ${own})
      values ($1, $2, 'u', 's', '', '', '', '', '', '', '', $3, '', '', false, $4)`,
    [id, profileId, new Date(), randomUUID()],
  );
  return {
    id,
    async commit() {
      await client.query("commit");
      await client.end();
    },
  };
}

describe("a reader who continues from a cursor", () => {
  it.each(["clicks", "views"] as const)(
    "gets all %s once and in order, in whatever order their transactions end",
    async (kind) => {
      const profileId = randomUUID();
      // The database's clock decides how long transactions have been open, so ours has to match it.
      const platform = { ...app.platform, now: () => new Date() };
      const seen: { id: string; at: string }[] = [];
      let after: { at: string; id: string } | undefined;
      const readOn = async () => {
        const { items, next } = await listVisitorEvents(platform, kind, {
          profileId,
          after,
          limit: 3,
          lagMs: 0,
        });
        for (const row of items)
          seen.push({ id: row.id, at: "clicked_at" in row ? row.clicked_at : row.viewed_at });
        after = next;
      };
      const writers = [];
      for (let n = 0; n < WRITERS; n++) writers.push(await write(kind, profileId));
      // The youngest ends first, the oldest last.
      for (const { commit } of [...writers].reverse()) {
        await commit();
        await readOn();
      }
      await waitUntil("all are read", READ_MS_MAX, async () => {
        await readOn();
        return seen.length >= WRITERS;
      });
      await readOn();
      expect(seen.map(({ id }) => id).sort()).toEqual(writers.map(({ id }) => id).sort());
      expect(seen).toEqual([...seen].sort((a, b) => (a.at + a.id < b.at + b.id ? -1 : 1)));
    },
  );

  it("gets each event with its own page's texts, though other pages have the same ones", async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await (await write("views", one)).commit();
    await app.platform.db.execute(sql`insert into visit_texts (profile_id, id, text)
      values (${one}, 7, 'Firefox'), (${other}, 7, 'Firefox'), (${one}, 8, 'utm|a'), (${other}, 8, 'utm|a')`);
    await app.platform.db.execute(
      sql`update page_views set agent_id = 7, utm_id = 8 where profile_id = ${one}`,
    );
    const platform = { ...app.platform, now: () => new Date() };
    const { items } = await listVisitorEvents(platform, "views", { profileId: one, limit: 3, lagMs: 0 });
    expect(items).toMatchObject([{ user_agent: "Firefox", referrer: "", utm: "utm|a" }]);
  });
});
