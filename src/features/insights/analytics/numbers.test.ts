import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packDays } from "#src/features/insights/clicks/packed-days.ts";
import { compactRollups } from "#src/features/insights/clicks/rollups.ts";
import { getFunnel } from "#src/features/insights/funnel/funnel.ts";
import { systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import {
  ACCOUNT,
  type Asked,
  DAY_MS,
  DAYS,
  expected,
  expectedFunnel,
  FIRST_DAY,
  isBot,
  keyOf,
  matching,
  of,
  profile_id,
  quantilesOf,
  recordKnownEvents,
  roll,
  type Sent,
  sent,
  signedUp,
  slots,
} from "#test/harness/known-events.ts";
import { exportAnalytics, getAnalytics } from "./analytics.ts";
import { BREAKDOWNS } from "./contract.ts";
import { exportEvents } from "./events-file.ts";
import { type Filter, formatFilters } from "./filter-rules.ts";
import { getHours } from "./hours.ts";

let app: TestApp;
const read = async ({ filters = [], from = FIRST_DAY, to = FIRST_DAY + DAYS * DAY_MS, bots }: Asked) => {
  const answer = await getAnalytics(systemCtx(app.platform, { job: "test", account: ACCOUNT }), {
    id: profile_id,
    tz: "UTC",
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    filter: formatFilters(filters),
    bots,
  });
  const rows = Object.fromEntries(
    BREAKDOWNS.map((name) => [
      name,
      Object.fromEntries(
        answer.breakdowns[name].map(({ key, views = 0, clicks }) => [
          name.startsWith("utm_") ? key.toLowerCase() : key,
          [views, clicks],
        ]),
      ),
    ]),
  );
  return { answer, shown: { totals: answer.totals, rows } };
};

const is = (dimension: Filter["dimension"], event: Sent, isNot = false): Filter => ({
  dimension,
  isNot,
  values: [keyOf(dimension, event)],
});
const PAIRS = BREAKDOWNS.flatMap((one, index) =>
  BREAKDOWNS.slice(index + 1).map((other) => [one, other] as const),
);

beforeAll(async () => {
  // Filters that combine come with premium, or where nothing is sold.
  app = await startApp({ PLANS: "off" });
  await recordKnownEvents(app);
  // The file of events leaves out what's still coming in.
  app.clock.advance(60_000);
});
afterAll(() => app.close());

describe.each(["as they come in", "once their days are added up and packed"])(
  "%s, a thousand events",
  (when) => {
    beforeAll(async () => {
      if (when === "as they come in") return;
      // Most days are finished, and the last ones aren't.
      app.clock.set(new Date(FIRST_DAY + (DAYS - 3) * DAY_MS + 8 * 3_600_000).toISOString());
      await compactRollups(app.platform);
      await packDays(app.platform);
      app.clock.set(new Date(FIRST_DAY + DAYS * DAY_MS).toISOString());
    });

    it("are in totals and every breakdown, with and without bots, of any period", async () => {
      const periods = [
        {},
        { bots: true },
        { from: FIRST_DAY + 9 * DAY_MS, to: FIRST_DAY + 10 * DAY_MS },
        { from: FIRST_DAY + 3 * DAY_MS, to: FIRST_DAY + 40 * DAY_MS },
        { from: FIRST_DAY + 50 * DAY_MS },
      ];
      for (const period of periods)
        expect((await read(period)).shown, JSON.stringify(period)).toEqual(expected(period));
    });

    it("are found by every single filter, and by what each leaves", async () => {
      for (const dimension of [...BREAKDOWNS, "variant"] as const) {
        // Reading rows is the same code for every filter, and takes longer.
        for (const isNot of when === "as they come in" ? [false] : [false, true]) {
          const filters = [is(dimension, of(sent.filter(({ variant }) => variant)), isNot)];
          expect((await read({ filters })).shown, formatFilters(filters)).toEqual(expected({ filters }));
        }
      }
    });

    it("are found by every pair of filters", async () => {
      const clicks = sent.filter((event) => event.link && !isBot(event) && event.query !== "");
      const pairs = when === "as they come in" ? PAIRS.filter((_, index) => index % 7 === 0) : PAIRS;
      for (const [one, other] of pairs) {
        const event = of(clicks);
        const filters = [is(one, event), is(other, roll(3) === 0 ? of(clicks) : event, roll(4) === 0)];
        expect((await read({ filters })).shown, formatFilters(filters)).toEqual(expected({ filters }));
      }
    });

    it("are in the right hour, day, week and month of their owner’s, and compared with the right ones before", async () => {
      const filters = [is("country", sent[0] as Sent)];
      const ctx = systemCtx(app.platform, { job: "test", account: ACCOUNT });
      const input = { id: profile_id, tz: "Asia/Kathmandu", from: "2026-03-01", to: "2026-03-31" };
      for (const step of ["hour", "day", "week", "month"] as const) {
        for (const asked of [filters, []]) {
          const answer = await getAnalytics(ctx, { ...input, step, filter: formatFilters(asked) });
          const ends = [...answer.series.slice(1).map(({ at }) => at), answer.to].map((at) => Date.parse(at));
          const counted = answer.series.map(({ views, clicks }) => [views, clicks]);
          const from = (index: number) =>
            index === 0 ? Date.parse(answer.from) : (ends[index - 1] as number);
          expect(counted, step).toEqual(
            ends.map((to, index) => {
              const { totals } = expected({ filters: asked, from: from(index), to });
              return [totals.views, totals.clicks];
            }),
          );
          const before = {
            from: Date.parse(answer.previous_from),
            to: Date.parse(answer.previous_to),
            filters: asked,
          };
          expect(answer.previous).toMatchObject({
            views: expected(before).totals.views,
            clicks: expected(before).totals.clicks,
          });
        }
      }
      const slot = slots[40] as number;
      const near = {
        from: new Date(slot - 3_600_000).toISOString(),
        to: new Date(slot + 3_600_000).toISOString(),
      };
      const minutes = await getAnalytics(ctx, { id: profile_id, tz: "UTC", ...near, step: "minute" });
      const at = minutes.series.find((point) => point.at === new Date(slot).toISOString());
      const { totals } = expected({ from: slot, to: slot + 60_000 });
      expect([minutes.step, at?.views, at?.clicks]).toEqual(["minute", totals.views, totals.clicks]);
    });

    it("are steps of a funnel, with who signed up and bought, and times to the first click", async () => {
      const ctx = systemCtx(app.platform, { job: "test", account: ACCOUNT });
      const [one, other] = [signedUp[1]?.event as Sent, signedUp[2]?.event as Sent];
      const clicked =
        sent.find(({ variant, visitor }) => variant && visitor === one.visitor) ??
        (sent.find(({ variant }) => variant) as Sent);
      const asked: Filter[][] = [
        [],
        [is("country", one)],
        [is("referrer", one), is("country", other, true)],
        [is("app", other)],
        [is("utm_source", one, true), is("device_type", one)],
        [is("link", clicked)],
        [is("variant", clicked, true), is("os", one)],
      ];
      for (const filters of asked) {
        for (const [from, to] of [
          [0, DAYS],
          [3, 40],
        ] as const) {
          const period = { from: FIRST_DAY + from * DAY_MS, to: FIRST_DAY + to * DAY_MS };
          const answer = await getFunnel(ctx, {
            id: profile_id,
            tz: "Asia/Kathmandu",
            from: new Date(period.from).toISOString(),
            to: new Date(period.to).toISOString(),
            filter: formatFilters(filters),
          });
          const { delays, ...wanted } = expectedFunnel({ filters, ...period });
          expect(
            {
              people: answer.steps.map(({ people }) => people),
              straight: answer.short_link_visits,
              unreached: answer.unreached_leads,
              revenue: answer.revenue?.[0]?.amount ?? 0,
            },
            formatFilters(filters),
          ).toEqual(wanted);
          const { apps, devices: _, ...all } = answer.first_click;
          expect(all).toEqual(
            await quantilesOf(
              app,
              delays.map(({ delay }) => delay),
            ),
          );
          for (const { key, label: __, ...times } of apps)
            expect(times).toEqual(
              await quantilesOf(
                app,
                delays.filter(({ app }) => app === key).map(({ delay }) => delay),
              ),
            );
        }
      }
    });

    it("are in the hours of the week, and in the file of events, that they came in", async () => {
      const ctx = systemCtx(app.platform, { job: "test", account: ACCOUNT });
      const period = {
        from: new Date(FIRST_DAY).toISOString(),
        to: new Date(FIRST_DAY + DAYS * DAY_MS).toISOString(),
      };
      for (const filters of [[], [is("browser", of(sent)), is("referrer", of(sent), true)]]) {
        const input = { id: profile_id, tz: "Asia/Kathmandu", ...period, filter: formatFilters(filters) };
        const events = matching({ filters });
        const counts: Record<string, number> = {};
        for (const { at } of events) {
          const local = new Date(at + 345 * 60_000);
          const name = `${local.getUTCDay() || 7} ${local.getUTCHours()}`;
          counts[name] = (counts[name] ?? 0) + 1;
        }
        const { hours } = await getHours(ctx, input);
        const shown = hours.map(({ weekday, hour, views, clicks }) => [`${weekday} ${hour}`, views + clicks]);
        expect(Object.fromEntries(shown)).toEqual(counts);

        const json = JSON.parse(await (await exportEvents(ctx, { ...input, format: "json" })).text());
        const brief = events.map((event) =>
          [new Date(event.at).toISOString().slice(0, 16), event.link ?? "", event.place].join(" "),
        );
        const kept = (row: Record<string, string>) =>
          [row.at?.slice(0, 16), row.link_id, [row.country, row.region, row.city].join("|")].join(" ");
        expect(json.map(kept).sort()).toEqual(brief.sort());
        expect(json.map(({ at }: { at: string }) => at)).toEqual(
          json.map(({ at }: { at: string }) => at).sort(),
        );
        const csv = await (await exportEvents(ctx, { ...input, format: "csv" })).text();
        expect(csv.trim().split("\r\n")).toHaveLength(events.length + 1);
      }
    });

    it("are in the file of a filtered breakdown", async () => {
      const filters = [is("country", of(sent)), is("device_type", of(sent), true)];
      const ctx = systemCtx(app.platform, { job: "test", account: ACCOUNT });
      const period = {
        from: new Date(FIRST_DAY).toISOString(),
        to: new Date(FIRST_DAY + DAYS * DAY_MS).toISOString(),
      };
      const input = {
        id: profile_id,
        tz: "UTC",
        ...period,
        filter: formatFilters(filters),
        part: "os" as const,
      };
      const lines = (await (await exportAnalytics(ctx, input)).text()).trim().split("\r\n").slice(1);
      const rows = lines
        .map((line) => line.split(","))
        .map(([key, , views, clicks]) => [key, [Number(views), Number(clicks)]]);
      expect(Object.fromEntries(rows)).toEqual(expected({ filters }).rows.os);
    });
  },
);

it("days that were packed before visits were are read from the rows, until they’re packed again", async () => {
  const { db } = app.platform;
  const ctx = systemCtx(app.platform, { job: "test", account: ACCOUNT });
  const input = { id: profile_id, tz: "UTC", from: "2026-02-20", to: "2026-04-20" };
  const before = await getFunnel(ctx, input);
  await db.execute(
    sql`update packed_days set visits = null, version = gen_random_uuid() where day < '2026-03-20'`,
  );
  expect(await getFunnel(ctx, input)).toEqual(before);
  await packDays(app.platform);
  expect(await rowsOf(db, sql`select 1 from packed_days where visits is null`)).toEqual([]);
  expect(await getFunnel(ctx, input)).toEqual(before);
});

it("a year before is the same days of that year, and a change is real or noise", async () => {
  const ctx = systemCtx(app.platform, { job: "test", account: ACCOUNT });
  const input = {
    id: profile_id,
    tz: "Europe/Berlin",
    from: "2027-03-01",
    to: "2027-03-31",
    compare: "year" as const,
  };
  const answer = await getAnalytics(ctx, input);
  expect(answer).toMatchObject({
    previous_from: "2026-02-28T23:00:00.000Z",
    previous_to: "2026-03-31T22:00:00.000Z",
    totals: { views: 0 },
    verdicts: { views: "real", click_rate: "unknown" },
  });
  const { totals } = expected({ from: Date.parse(answer.previous_from), to: Date.parse(answer.previous_to) });
  expect(answer.previous.views).toBe(totals.views);
  const all = await getAnalytics(ctx, { id: profile_id, tz: "UTC", from: "start" });
  expect(all.from).toBe(`${new Date(slots[0] as number).toISOString().slice(0, 10)}T00:00:00.000Z`);
});
