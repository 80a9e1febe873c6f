import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { listVisitorEventRows } from "./event-feed-store.ts";
import { type ClickEvent, createRecorder, type Recorder, type ViewEvent } from "./recorder.ts";
import { parseUserAgent } from "./user-agent.ts";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

let app: TestApp;
let recorder: Recorder;
beforeAll(async () => {
  app = await startApp();
  recorder = createRecorder(app.platform);
});
afterAll(() => app.close());

interface Owned {
  profile_id: string;
  user_id: string;
  links: string[];
}

async function makeProfile(linkCount: number): Promise<Owned> {
  const { db } = app.platform;
  const owned = { profile_id: randomUUID(), user_id: "owner", links: [] as string[] };
  for (let position = 0; position < linkCount; position++) {
    const id = randomUUID();
    owned.links.push(id);
    await db.execute(sql`insert into links (id, profile_id, user_id, title, url, position, created_at, updated_at)
      values (${id}, ${owned.profile_id}, 'owner', 'A', 'https://example.com', ${position}, now(), now())`);
  }
  return owned;
}

function click(owned: Owned, changes: Partial<ClickEvent> = {}): ClickEvent {
  const { profile_id, user_id, links } = owned;
  const link_id = links[0] ?? "";
  const place = { country: "DE", region: "Berlin", city: "Berlin" };
  const base = { id: randomUUID(), session_id: "s", user_agent: PHONE, referrer: "https://t.co/x" };
  return { ...base, profile_id, user_id, link_id, place, client: parseUserAgent(PHONE), ...changes };
}

function view(owned: Owned, visitor: string, changes: Partial<ViewEvent> = {}): ViewEvent {
  const { link_id: _, variant: __, ...rest } = click(owned);
  return { ...rest, visitor, ...changes };
}

async function countsOf({ profile_id }: Owned) {
  const [counts] = await rowsOf<Record<string, number>>(
    app.platform.db,
    sql`select
      (select count(*)::int from link_analytics where profile_id = ${profile_id}) as rows,
      (select count(*)::int from link_analytics where profile_id = ${profile_id} and not is_bot) as people,
      (select sum(click_count)::int from links where profile_id = ${profile_id}) as click_count,
      (select count(*)::int from page_views where profile_id = ${profile_id}) as views,
      ${sql.join(
        ["total", "link", "place", "client", "referrer"].flatMap((dimension) =>
          ["clicks", "views"].map(
            (column) => sql`(select coalesce(sum(${sql.raw(column)}), 0)::int from analytics_rollups
              where profile_id = ${profile_id} and dimension = ${dimension}) as ${sql.raw(`${dimension}_${column}`)}`,
          ),
        ),
        sql`, `,
      )},
      (select coalesce(sum(visitors), 0)::int from analytics_rollups where profile_id = ${profile_id}) as visitors`,
  );
  return counts;
}

/** What must always match. */
function balanced(rows: number, people: number, views: number, visitors: number) {
  const perDimension = Object.fromEntries(
    ["total", "place", "client", "referrer"].flatMap((name) => [
      [`${name}_clicks`, rows],
      [`${name}_views`, views],
    ]),
  );
  return {
    rows,
    people,
    click_count: people,
    views,
    visitors,
    link_clicks: rows,
    link_views: 0,
    ...perDimension,
  };
}

it("counts an event once, however often it is sent", async () => {
  const owned = await makeProfile(1);
  const event = click(owned);
  expect(await recorder.recordClicks([event, event])).toEqual({ received: 2, new: 1 });
  expect(await recorder.recordClicks([event, click(owned)])).toEqual({ received: 2, new: 1 });
  const again = await Promise.all([recorder.recordClicks([event]), recorder.recordClicks([click(owned)])]);
  expect(again.map((answer) => answer.new)).toEqual([0, 1]);
  expect(await countsOf(owned)).toEqual(balanced(3, 3, 0, 0));
});

it("counts a visitor once a day", async () => {
  const owned = await makeProfile(1);
  const twice = view(owned, "ana");
  await Promise.all([
    recorder.recordView(twice),
    recorder.recordView(twice),
    recorder.recordView(view(owned, "ana")),
  ]);
  await recorder.recordView(view(owned, "bo"));
  expect(await countsOf(owned)).toEqual(balanced(0, 0, 3, 2));
});

it("keeps bots out of the click count of a link", async () => {
  const owned = await makeProfile(1);
  const bot = () => click(owned, { client: parseUserAgent("Googlebot/2.1") });
  await recorder.recordClicks([click(owned), bot(), bot()]);
  await recorder.recordClicks([bot()]);
  expect(await countsOf(owned)).toEqual(balanced(4, 1, 0, 0));
});

it("§3 stores the columns of a click row", async () => {
  const owned = await makeProfile(1);
  const event = click(owned, { variant: "b", user_agent: 'a "quoted" \\ {agent}, null', referrer: "" });
  await recorder.recordClicks([event]);
  const range = {
    profileId: owned.profile_id,
    before: new Date(Date.now() + DAY_MS).toISOString(),
    limit: 10,
  };
  const [row] = await listVisitorEventRows(app.platform.db, "clicks", range);
  expect(row).toMatchObject({
    id: event.id,
    link_id: event.link_id,
    user_id: "owner",
    session_id: "s",
    user_agent: 'a "quoted" \\ {agent}, null',
    referrer: "",
    referrer_host: "",
    country: "DE",
    region: "Berlin",
    city: "Berlin",
    device_type: "mobile",
    browser: "safari",
    os: "ios",
    app: "",
    is_bot: false,
    variant: "b",
  });
});

it("one event that can't be stored doesn't take the others down", async () => {
  const owned = await makeProfile(1);
  const requests = Array.from({ length: 20 }, (_, index) =>
    recorder.recordClicks([click(owned, index === 7 ? { user_agent: "\u0000" } : {})]),
  );
  const results = await Promise.allSettled(requests);
  expect(results.flatMap((result, index) => (result.status === "rejected" ? [index] : []))).toEqual([7]);
  expect(await countsOf(owned)).toEqual(balanced(19, 19, 0, 0));
});

it("stores what's waiting before it stops", async () => {
  const owned = await makeProfile(1);
  const small = createRecorder(app.platform, { batchRowsMax: 2 });
  const answers = Array.from({ length: 7 }, () => small.recordClicks([click(owned), click(owned)]));
  await small.drain();
  expect(await countsOf(owned)).toEqual(balanced(14, 14, 0, 0));
  expect((await Promise.all(answers)).every((answer) => answer.new === 2)).toBe(true);
});

describe("several recorders on one database", () => {
  it("an id that two pages picked is new on both, even next to a repeat", async () => {
    const [one, two] = [await makeProfile(1), await makeProfile(1)];
    const id = randomUUID();
    const answers = await Promise.all(
      [one, two, one].map((owned) =>
        recorder.recordClicks([click(owned, { id, link_id: owned.links[0] ?? "" })]),
      ),
    );
    expect(answers.map((answer) => answer.new)).toEqual([1, 1, 0]);
  });

  it("rows, rollups, and click counts agree, whatever comes and however often", async () => {
    const recorders = [
      recorder,
      createRecorder(app.platform, { batchRowsMax: 5 }),
      createRecorder(app.platform),
    ];
    const one = fc.record({
      profile: fc.nat(1),
      link: fc.nat(3),
      id: fc.nat(30),
      bot: fc.boolean(),
      visitor: fc.option(fc.constantFrom("ana", "bo", "cy")),
      recorder: fc.nat(2),
      country: fc.constantFrom("DE", "US", "UNKNOWN"),
      referrer: fc.constantFrom("", "https://t.co/", 'https://x.y/"\\{}'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 60 }), async (events) => {
        const profiles = [await makeProfile(4), await makeProfile(4)] as const;
        const ids = Array.from({ length: 31 }, () => randomUUID());
        let fresh = 0;
        await Promise.all(
          events.map(async (event) => {
            const owned = profiles[event.profile === 0 ? 0 : 1];
            const changes = {
              id: ids[event.id] ?? "",
              client: parseUserAgent(event.bot ? "curl/8" : PHONE),
              place: { country: event.country, region: "", city: "" },
              referrer: event.referrer,
            };
            const by = recorders[event.recorder] ?? recorder;
            const answer = await (event.visitor === null
              ? by.recordClicks([click(owned, { ...changes, link_id: owned.links[event.link] ?? "" })])
              : by.recordView(view(owned, `${event.visitor}${event.bot}`, changes)));
            fresh += answer.new;
          }),
        );
        let stored = 0;
        for (const [index, owned] of profiles.entries()) {
          const mine = events.filter((event) => (event.profile === 0 ? 0 : 1) === index);
          const unique = (kind: boolean) =>
            new Set(mine.filter((e) => (e.visitor === null) === kind).map((e) => e.id));
          const counts = await countsOf(owned);
          const rows = unique(true).size;
          const views = unique(false).size;
          stored += rows + views;
          expect(counts).toEqual(balanced(rows, counts?.people ?? -1, views, counts?.visitors ?? -1));
        }
        expect(fresh).toBe(stored);
      }),
      { numRuns: 15 },
    );
  });
});
