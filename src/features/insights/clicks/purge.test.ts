import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { RESTORE_DAYS } from "#src/features/pages/profiles/rules.ts";
import { purgeProfiles } from "#src/features/pages/profiles/trash/trash.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { purgeLate, purgeLateFigures } from "./purge.ts";
import { createRecorder } from "./recorder.ts";
import { parseUserAgent } from "./user-agent.ts";

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app?.close());

const TABLES = ["link_analytics", "page_views", "analytics_rollups", "in_app_exits"];

/** Which tables have rows of a profile. */
async function tablesWith(profileId: string): Promise<string[]> {
  const counts = await Promise.all(
    TABLES.map((table) =>
      rowsOf(
        app.platform.db,
        sql`select 1 from ${sql.identifier(table)} where profile_id = ${profileId} limit 1`,
      ),
    ),
  );
  return TABLES.filter((_, at) => counts[at]?.length);
}

/** A profile with a click, a view, and a way out of an app. */
async function visitedProfile(name: string) {
  const { id } = (await owner.api("POST", "/profiles", { name })).body;
  const link = (await owner.api("POST", `/profiles/${id}/links`, { title: "Tour", url: "example.com" })).body;
  const session_id = randomUUID();
  await app
    .visitor()
    .api("POST", "/clicks", { events: [{ id: randomUUID(), link_id: link.id, session_id }] });
  await app.visitor().api("POST", "/views", { id: randomUUID(), profile_id: id, session_id });
  const exit = { app: "instagram", os: "ios", way: "x-safari", left: false };
  await app.visitor().api("POST", `/pages/${id}/exits`, exit);
  expect(await tablesWith(id)).toEqual(TABLES);
  return { id: id as string, link_id: link.id as string };
}

const empty = (profileId: string) =>
  vi.waitUntil(async () => (await tablesWith(profileId)).length === 0, { timeout: 20_000 });

it("a profile's figures are deleted with it, even those still on their way at that moment", async () => {
  const gone = await visitedProfile("Gone");
  const kept = await visitedProfile("Kept");
  await owner.api("DELETE", `/profiles/${gone.id}`);
  app.clock.advance((RESTORE_DAYS + 1) * DAY_MS);
  await purgeProfiles(app.platform);
  await empty(gone.id);

  await createRecorder(app.platform).recordView({
    id: randomUUID(),
    profile_id: gone.id,
    user_id: owner.id,
    session_id: "late",
    visitor: "late",
    user_agent: "",
    referrer: "",
    place: { country: "DE", region: "", city: "" },
    client: parseUserAgent(""),
  });
  expect(await tablesWith(gone.id)).toEqual(["page_views", "analytics_rollups"]);
  const waiting = await rowsOf<{ data: { subject: string } }>(
    app.platform.db,
    sql`select data->'data' as data from jobs.job where data->>'job' = ${purgeLate.name} and start_after > created_on + interval '10 minutes'`,
  );
  expect(waiting).toEqual([{ data: { subject: gone.id } }]);
  for (const { data } of waiting) await purgeLateFigures(app.platform, data);
  expect(await tablesWith(gone.id)).toEqual([]);
  expect(await tablesWith(kept.id)).toEqual(TABLES);
});
