import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import { eventsOf } from "#test/harness/events.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { type Sequencer, send, startSequencer, WAIT, wait } from "#test/harness/sequences.ts";

let app: TestApp;
let on: Sequencer;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  on = await startSequencer(app);
});

async function imports(names: readonly string[], starts_sequences: boolean): Promise<void> {
  const { owner } = on;
  const body = new FormData();
  const csv = ["email", ...names.map((name) => `${name}@fans.example`)].join("\r\n");
  body.set("file", new File([csv], "fans.csv"));
  const { id } = (await owner.api("POST", "/contacts/imports", body)).body;
  const reaches = (state: string) =>
    vi.waitFor(
      async () => expect((await owner.api("GET", `/contacts/imports/${id}`)).body.state).toBe(state),
      WAIT,
    );
  const form = { targets: ["email"], tags: ["vip"], consent_text: "They agreed.", consent: true };
  const mapped = await owner.api("PUT", `/contacts/imports/${id}/mapping`, { ...form, starts_sequences });
  expect(mapped.status).toBe(200);
  await reaches("ready");
  await owner.api("POST", `/contacts/imports/${id}/start`);
  await reaches("done");
}

const settled = (id: string, name: string, place: string) =>
  vi.waitFor(async () => expect(await on.placeOf(id, name)).toBe(place), WAIT);

it("5.4.12 an import lets people in by its tags only if that’s chosen, and never by a later change", async () => {
  const id = await on.publish({ triggers: [{ type: "tag", tag: "vip" }], steps: [wait("w", 1)] });
  await imports(["quiet"], false);
  await imports(["loud"], true);
  await settled(id, "loud", "waiting w");
  const contact = await on.contactOf("quiet");
  await on.owner.api("PATCH", `/contacts/${contact}`, { name: "Quiet" });
  await on.addFans({ after: {} });
  await on.owner.api("PATCH", `/contacts/${await on.contactOf("after")}`, { tags: ["vip"] });
  await settled(id, "after", "waiting w");
  expect(await on.placeOf(id, "quiet")).toBe("outside");
});

it("5.4.12 an import lets in as many as one may write to, and the activity log says how many stay outside", async () => {
  const id = await on.publish({ triggers: [{ type: "tag", tag: "vip" }], steps: [send("hello")] });
  await on.owner.api("PUT", "/sending/rules", { approval_above: 2, late_minutes: 60 });
  await imports(["a", "b", "c"], true);
  await vi.waitFor(
    async () => expect((await eventsOf(app, id)).map(({ name }) => name)).toContain("sequence.limited"),
    WAIT,
  );
  const places = await Promise.all(["a", "b", "c"].map((name) => on.placeOf(id, name)));
  expect(places.filter((place) => place === "outside")).toHaveLength(1);
});
