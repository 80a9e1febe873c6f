// @project server-postgres
/* From the outside: a sign-up on a page, the e-mail of a rule, a click in it, another rule by that click, and the overview. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { type Ruler, send, startRuler, tag, WAIT } from "#test/harness/automations.ts";
import { HTML } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";

const BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
const SHOP = `<p><a href="https://shop.example/new">The shop</a></p>${HTML}`;

let app: TestApp;
beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

async function statesOf(on: Ruler, id: string): Promise<string[]> {
  const { items } = (await on.call("GET", `/${id}/runs`)).body;
  return items.map(({ state }: { state: string }) => state);
}

it("5.5 a sign-up sends a rule’s e-mail, and its click runs another rule", async () => {
  const on = await startRuler(app);
  const page = (await on.owner.api("POST", "/profiles", { name: "Zoe" })).body;
  const form = { lead_capture_enabled: true, collect_without_download: true };
  expect((await on.owner.api("PATCH", `/profiles/${page.id}`, form)).status).toBe(200);
  const welcome = send("welcome", "Welcome");
  const greets = await on.rule(
    {
      triggers: [{ type: "lead", profile_ids: [page.id] }],
      actions: [welcome.type === "send" ? { ...welcome, mail: { ...welcome.mail, html: SHOP } } : welcome],
    },
    "Greet",
  );
  const tags = await on.rule(
    {
      triggers: [{ type: "mail_clicked", campaign_ids: [] }],
      event_tests: [{ fact: "url", operator: "contains", value: "shop.example" }],
      actions: [tag("shopper")],
    },
    "Shoppers",
  );
  const fan = { p_profile_id: page.id, p_name: "Nora", p_email: "nora@fans.example" };
  expect((await app.visitor().api("POST", "/rpc/insert_fan_lead", fan)).status).toBeLessThan(300);
  await on.settle();
  await on.arrived(["nora Welcome"]);
  expect(await statesOf(on, greets)).toEqual(["done"]);

  // People don't click within seconds; whatever does is taken for a scanner.
  app.clock.advance(10 * 60_000);
  const [mail] = on.mailbox.server.received;
  const links = [...String(mail?.html).matchAll(/href="([^"]+)"[^>]*>The shop/g)].map(([, url]) => url ?? "");
  expect(links).toHaveLength(1);
  const path = new URL((links[0] ?? "").replaceAll("&amp;", "&"));
  const clicked = await fetch(`${on.owner.url}${path.pathname}${path.search}`, {
    headers: { "user-agent": BROWSER, accept: "text/html" },
    redirect: "manual",
  });
  expect([clicked.status, clicked.headers.get("location")]).toEqual([302, "https://shop.example/new"]);
  await vi.waitFor(async () => {
    await on.settle();
    expect(await on.tagsOf("nora")).toEqual(["shopper"]);
  }, WAIT);
  expect(await statesOf(on, tags)).toEqual(["done"]);

  const { items, ran, failed, latency, hours } = (await on.call("GET", "/overview")).body;
  expect([ran, failed, latency === null]).toEqual([2, 0, false]);
  expect(hours.reduce((sum: number, hour: { ran: number }) => sum + hour.ran, 0)).toBe(2);
  expect(
    items.map(({ name, figures }: { name: string; figures: { ran: number } }) => [name, figures.ran]),
  ).toEqual([
    ["Greet", 1],
    ["Shoppers", 1],
  ]);
  const [run] = (await on.call("GET", `/${tags}/runs`)).body.items;
  expect(run).toMatchObject({
    contact: { email: "nora@fans.example" },
    facts: { url: "https://shop.example/new" },
    results: [{ action: "tag", outcome: "done" }],
  });
  const timeline = (await on.owner.api("GET", `/contacts/${run.contact.id}/timeline`)).body.items;
  const kinds = timeline.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["rule_ran", "sent", "clicked"]));
  const would = await on.call("POST", `/${tags}/replay`, {});
  expect([would.body.happened, would.body.count]).toEqual([1, 1]);
  const analytics = (await on.owner.api("GET", "/marketing/analytics?kind=rules")).body;
  expect(analytics.kinds).toEqual([
    expect.objectContaining({ key: "rules", label: "Rules", sent: 1, clicked: 1 }),
  ]);
  expect(analytics.steps).toEqual([
    expect.objectContaining({
      label: "Greet: Welcome",
      kind: "rules",
      owner_id: greets,
      step_id: "welcome",
      sent: 1,
    }),
  ]);
  const gone = await rowsOf(
    app.platform.db,
    sql`select 1 from automation_events where user_id = ${on.owner.id}`,
  );
  expect(gone).toEqual([]);
});
