// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { recordFinding } from "./findings.ts";
import { CASES_A_DAY_MAX } from "./rules.ts";
import { examineCampaign, forgetOldHits, forgetPage, noticeGrowth, weighReports } from "./traffic.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());

const hitsOf = async (kind: string) =>
  (await founder.api("GET", `/admin/signals/rules/${kind}/hits`)).body.items;

async function newPage(owner?: Client) {
  const by = owner ?? (await app.signUp());
  const { body } = await by.api("POST", "/profiles", { name: `Page${randomUUID().slice(0, 8)}` });
  return { id: body.id as string, username: body.username as string, owner_id: by.id };
}

async function addViews(
  page: { id: string },
  grain: "quarter" | "day",
  at: Date,
  views: number,
): Promise<void> {
  const quarter = new Date(Math.floor(at.getTime() / (15 * MINUTE_MS)) * 15 * MINUTE_MS);
  await app.platform.db.execute(sql`insert into analytics_rollups (profile_id, grain, at, is_bot, is_suspected, dimension, key, views)
    values (${page.id}, ${grain}, ${quarter.toISOString()}, false, false, 'total', '', ${views})`);
}

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS);

it("sudden growth is many times as many views as usual, and at least a thousand", async () => {
  const [grown, steady, small] = [await newPage(), await newPage(), await newPage()];
  for (const [page, views] of [
    [grown, 9000],
    [steady, 9000],
    [small, 900],
  ] as const)
    await addViews(page, "quarter", daysAgo(0.5), views);
  for (let day = 2; day <= 15; day++) await addViews(steady, "day", daysAgo(day - 0.5), 400);
  for (let day = 2; day <= 8; day++) await addViews(grown, "day", daysAgo(day - 0.5), 60);
  await noticeGrowth(app.platform);
  const found = await hitsOf("growth");
  expect(found.map(({ page }: { page: { id: string } }) => page.id)).toEqual([grown.id]);
  expect(found[0].why).toBe("The page had 9,000 views in a day, and usually has 30.");
});

it("many reports per view are at least three, and count those of the last 30 days", async () => {
  await founder.api("PUT", "/admin/signals/rules/reports_per_view", { threshold: 10 });
  const [page, seen] = [await newPage(), await newPage()];
  await addViews(seen, "day", daysAgo(3), 10_000);
  for (const one of [page, seen])
    for (let at = 0; at < 3; at++)
      await app.platform.db.execute(sql`insert into page_reports (id, number, username, profile_id, reason, details, created_at)
        values (${randomUUID()}, ${randomUUID()}, 'x', ${one.id}, 'spam', '', now())`);
  for (const one of [page, seen]) {
    const event = { payload: { profile_id: one.id } } as Parameters<typeof weighReports>[1];
    await weighReports(app.platform, event);
  }
  const found = await hitsOf("reports_per_view");
  expect(found.map((hit: { page: { id: string } }) => hit.page.id)).toEqual([page.id]);
  expect(found[0].why).toBe("3 visitors reported the page, which had 0 views in 30 days.");
});

it("campaigns that are about to go out are looked through, also those of accounts without a page", async () => {
  const owner = await app.signUp({ name: "Cam" });
  const { body } = await owner.api("POST", "/campaigns", { name: "Win" });
  await app.platform.db.execute(sql`update campaigns set subject = 'Guaranteed profit',
    html = '<p>Double <b>your</b> money</p>' where id = ${body.id}`);
  const moved = (to: string) =>
    ({ account: owner.id, subject: body.id, payload: { from: "draft", to, reason: "" } }) as Parameters<
      typeof examineCampaign
    >[1];
  await examineCampaign(app.platform, moved("paused"));
  expect(await hitsOf("spam_words")).toEqual([]);
  await founder.api("PUT", "/admin/signals/rules/spam_words", { mode: "on" });
  await examineCampaign(app.platform, moved("preparing"));
  expect((await hitsOf("spam_words"))[0]).toMatchObject({
    page: null,
    account: { id: owner.id, name: "Cam" },
    why: "A campaign says: double your money, guaranteed profit.",
    case_id: null,
  });
  const page = await newPage(owner);
  await examineCampaign(app.platform, moved("scheduled"));
  expect(
    (await hitsOf("spam_words")).find((hit: { subject: string }) => hit.subject === page.id).case_id,
  ).not.toBeNull();
});

it("one signal opens so many cases a day, and goes on the next", async () => {
  const page = await newPage();
  const finding = (one: typeof page) =>
    ({
      signal: "lookalike",
      page: one,
      account: one.owner_id,
      found: "paypa1.com",
      why: "It looks alike.",
    }) as const;
  await app.platform.db.execute(sql`insert into signal_hits (signal, subject, account, found, why, case_id, cased_at, first_at, last_at)
    select 'lookalike', 's' || n, 'a', 'x', 'x', gen_random_uuid(), ${app.clock.now().toISOString()}, now(), now()
    from generate_series(1, ${CASES_A_DAY_MAX}) n`);
  const caseOf = async () => {
    await recordFinding(app.platform, finding(page), "on");
    const { rows } = (await app.platform.db.execute(
      sql`select case_id from signal_hits where subject = ${page.id} and signal = 'lookalike'`,
    )) as unknown as { rows: { case_id: string | null }[] };
    return rows[0]?.case_id;
  };
  expect(await caseOf()).toBeNull();
  app.clock.set(new Date(app.clock.now().getTime() + 2 * DAY_MS));
  const opened = await caseOf();
  expect(opened).toEqual(expect.any(String));
  expect(await caseOf()).toBe(opened);
  await forgetPage(app.platform, { subject: page.id });
  app.clock.set(new Date(app.clock.now().getTime() + 100 * DAY_MS));
  await forgetOldHits(app.platform);
  const { rows } = (await app.platform.db.execute(
    sql`select signal from signal_hits where signal <> 'lookalike' and case_id is null`,
  )) as unknown as { rows: unknown[] };
  expect(rows).toEqual([]);
  app.clock.set(new Date());
});
