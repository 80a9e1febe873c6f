// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import { signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { send, startSequencer } from "#test/harness/sequences.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startMailboxApp({ NEW_ACCOUNT_MAILS: "200" });
});
afterAll(() => app?.close());

it("5.10.17 an account’s first sequence is reviewed by staff as a first campaign would be", async () => {
  const founder = await signUpSender(app);
  const on = await startSequencer(app);
  const id = await on.publish({ steps: [send("hello")] });
  const { items } = (await founder.api("GET", "/first-campaigns?review=waiting")).body;
  expect(items).toEqual([expect.objectContaining({ campaign_id: id, name: "Welcome" })]);
  await on.publish({ steps: [send("another")] });
  expect((await founder.api("GET", "/first-campaigns?review=waiting")).body.items).toHaveLength(1);
});
