// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { send, startSequencer, WAIT } from "#test/harness/sequences.ts";

/** Each of them is an event. */
const LONG = { timeout: 60_000 };

let app: TestApp;
beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

it("5.6.6 whoever is picked for a segment comes in, and leaves, once: a few at once, and many by a job", async () => {
  const on = await startSequencer(app);
  const names = Array.from({ length: 210 }, (_, at) => `fan${at}`);
  await on.addFans(Object.fromEntries(names.map((name) => [name, {}])));
  const segment_id = (await on.owner.api("POST", "/segments", { name: "Team", kind: "static" })).body.id;
  const id = await on.publish({ triggers: [{ type: "segment", segment_id }], steps: [send("hello")] });
  const draft = {
    triggers: [{ type: "segment", action: "entered", segment_id }],
    actions: [{ id: "a", type: "tag", action: "add", tag: "picked" }],
  };
  const rule = (await on.owner.api("POST", "/rules", { name: "Picked", draft })).body.id;
  expect((await on.owner.api("POST", `/rules/${rule}/enable`, {})).status).toBe(200);
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
  const tagsOf = async (id: string) => (await on.owner.api("GET", `/contacts/${id}`)).body.tags;
  await vi.waitFor(async () => expect(await tagsOf(ids[0] ?? "")).toEqual(["picked"]), WAIT);
  await on.call("POST", `/${id}/pause`, {});
  await on.owner.api("POST", members, { selection: { all: true } });
  await vi.waitFor(async () => expect(await events("segment.entered")).toBe(210), LONG);
  await on.owner.api("POST", `${members}/remove`, { selection: { ids } });
  expect(await events("segment.left")).toBe(2);
});

it("a snapshot starts neither a sequence nor a rule, and says why", async () => {
  const on = await startSequencer(app);
  const team = (await on.owner.api("POST", "/segments", { name: "Team", kind: "static" })).body.id;
  const { id: segment_id } = (await on.owner.api("POST", `/segments/${team}/snapshot`, { name: "Then" }))
    .body;
  expect(segment_id).toEqual(expect.any(String));
  const trigger = { type: "segment", segment_id };
  const sequence = await on.call("POST", "", {
    name: "S",
    draft: { triggers: [trigger], steps: [send("s")] },
  });
  const draft = { triggers: [{ ...trigger, action: "entered" }], actions: [] };
  const rule = (await on.owner.api("POST", "/rules", { name: "R", draft })).body.id;
  for (const path of [`/sequences/${sequence.body.id}/check`, `/rules/${rule}/check`]) {
    const { problems } = (await on.owner.api("POST", path)).body;
    expect(problems).toContainEqual({
      severity: "stop",
      where: "triggers",
      message: expect.stringMatching(/^A snapshot stays as it is/),
    });
  }
});
