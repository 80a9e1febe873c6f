// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { send, startSequencer, WAIT } from "#test/harness/sequences.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

it("5.6.6 whoever is picked for a segment comes in, and leaves, once: a few at once, and many by a job", async () => {
  const on = await startSequencer(app);
  const names = Array.from({ length: 450 }, (_, at) => `fan${at}`);
  await on.addFans(Object.fromEntries(names.map((name) => [name, {}])));
  const segment_id = (await on.owner.api("POST", "/segments", { name: "Team", kind: "static" })).body.id;
  const id = await on.publish({ triggers: [{ type: "segment", segment_id }], steps: [send("hello")] });
  const events = async (name: string) =>
    (
      await rowsOf(
        app.platform.db,
        sql`select 1 from events where account = ${on.owner.id} and name = ${name}`,
      )
    ).length;
  const ids = [await on.contactOf("fan0"), await on.contactOf("fan1")];
  const members = `/segments/${segment_id}/members`;
  await on.owner.api("POST", members, { selection: { ids } });
  await on.owner.api("POST", members, { selection: { ids } });
  expect(await events("segment.entered")).toBe(2);
  await on.arrived(["fan0 hello", "fan1 hello"]);
  expect(await on.placeOf(id, "fan0")).toBe("completed");
  const { items } = (await on.owner.api("GET", `/contacts/${ids[0]}/timeline`)).body;
  expect(items.map(({ kind }: { kind: string }) => kind)).toContain("segment_entered");
  await on.owner.api("POST", members, { selection: { filter: {} } });
  await vi.waitFor(async () => expect(await events("segment.entered")).toBe(450), WAIT);
  await on.owner.api("POST", `${members}/remove`, { selection: { ids } });
  expect(await events("segment.left")).toBe(2);
});
