// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { transactionsDuring } from "#test/harness/statements.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
});
afterAll(() => app?.close());

/** A page's form, and how many statements the transaction takes in which one sign-up there is stored. */
async function openForm(settings: Record<string, unknown>) {
  const owner = await app.signUp();
  const { id } = (await owner.api("POST", "/profiles", { name: "Shop" })).body;
  const form = { lead_capture_enabled: true, collect_without_download: true, ...settings };
  expect((await owner.api("PATCH", `/profiles/${id}`, form)).status).toBe(200);
  const submit = async (p_email: string, status = 200) => {
    const fan = { p_profile_id: id, p_name: "Mia", p_email };
    const transactions = await transactionsDuring(async () => {
      expect((await app.visitor().api("POST", "/rpc/insert_fan_lead", fan)).status).toBe(status);
    });
    const storing = transactions.filter((texts) => texts.some((text) => text.includes("fan_leads")));
    expect(storing).toHaveLength(1);
    return storing.flat();
  };
  return { owner, submit };
}

/** Each statement is a way to the database and back while nobody else can change the contact. The ninth queues what a new contact may start. */
it("a sign-up takes at most nine statements, also of somebody who’s known", async () => {
  const { owner, submit } = await openForm({});
  await owner.api("POST", "/contacts", { email: "zoe@fans.example" });
  for (const [email, status] of [
    ["mia@fans.example", 200],
    ["mia@fans.example", 409],
    ["zoe@fans.example", 200],
  ] as const)
    expect((await submit(email, status)).length).toBeLessThanOrEqual(9);
});

it("one that has to be confirmed takes four more, for its e-mail", async () => {
  const { submit } = await openForm({ confirm_sign_ups: true });
  expect((await submit("mia@fans.example")).length).toBeLessThanOrEqual(13);
});
