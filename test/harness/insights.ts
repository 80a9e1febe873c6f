import { sql } from "drizzle-orm";
import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";

/** Somebody new with a page, on the first of October 2026. */
export async function startShop(app: TestApp): Promise<{ owner: Client; shop: string }> {
  app.clock.set("2026-10-01T00:00:00Z");
  const owner = await app.signUp();
  return { owner, shop: (await owner.api("POST", "/profiles", { name: "Shop" })).body.id };
}

interface Counts {
  at: string;
  views?: number;
  clicks?: number;
  dimension?: string;
  key?: string;
}

/** Counts events of a page at a moment, as the rollups have them: each view is another visitor's. */
export async function countEvents(app: TestApp, profile: string, counts: Counts): Promise<void> {
  const { at, views = 0, clicks = 0, dimension = "total", key = "" } = counts;
  await app.platform.db.execute(sql`
    insert into analytics_rollups (profile_id, grain, at, is_bot, dimension, key, views, visitors, clicks)
    values (${profile}, 'quarter', ${at}, false, ${dimension}, ${key}, ${views}, ${views}, ${clicks})`);
}
