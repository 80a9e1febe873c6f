import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());

it("counts an account's own fans, where this week's came from, and what was sent and waits", async () => {
  const owner = await app.signUp();
  const other = await app.signUp();
  const page = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  await owner.api("PATCH", `/profiles/${page.id}`, {
    lead_capture_enabled: true,
    collect_without_download: true,
  });
  const sign = (p_email: string, p_referrer: string) =>
    app
      .visitor()
      .api("POST", "/rpc/insert_fan_lead", { p_profile_id: page.id, p_name: "F", p_email, p_referrer });
  await sign("a@fans.example", "https://www.tiktok.com/@mia");
  await sign("b@fans.example", "https://tiktok.com/");
  await sign("c@fans.example", "");
  await owner.api("POST", "/contacts", { email: "d@fans.example" });
  const { db } = app.platform;
  await db.execute(
    sql`update contacts set created_at = now() - interval '8 days' where email = 'c@fans.example'`,
  );
  await db.execute(sql`update contacts set status = 'bounced' where email = 'b@fans.example'`);
  const { body } = await owner.api("GET", "/marketing");
  expect(body.fans).toEqual({
    ...{ total: 4, mailable: 3, this_week: 3 },
    sources: [
      { source: "tiktok.com", count: 2 },
      { source: "list", count: 1 },
    ],
  });
  expect(body.mail).toMatchObject({ sent_this_week: 0, waiting: 0, drafts: 0, stopped: 0 });
  expect((await other.api("GET", "/marketing")).body.fans).toMatchObject({ total: 0, sources: [] });
});
