// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { purgeReports } from "../moderation.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());

const PERIOD = { from: "2026-03-01T00:00:00Z", until: "2026-04-01T00:00:00Z" };

async function figures(query: Record<string, string> = PERIOD) {
  const { status, body, headers } = await founder.api(
    "GET",
    `/admin/cases/transparency.csv?${new URLSearchParams(query)}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  const [head, ...lines] = String(body).replace("\ufeff", "").trim().split("\r\n");
  expect(head).toBe("from,until,figure,of,value");
  const rows = lines.map((line) => line.split(","));
  return {
    headers,
    rows,
    of: (figure: string, of = "") => rows.find((row) => row[2] === figure && row[3] === of)?.[4],
  };
}

interface Fixture {
  opened: string;
  reports: number;
  decided?: string;
  decision?: string;
  ground?: string;
  appealed?: string;
  outcome?: string;
  signal?: string;
  profile?: string;
}

async function addCase(one: Fixture): Promise<string> {
  const id = randomUUID();
  const { db } = app.platform;
  const closed = one.decided === undefined ? "open" : "closed";
  await db.execute(sql`insert into moderation_cases (id, number, username, profile_id, state, is_urgent, reports, created_at,
      reported_at, decision, decided_at, ground, appealed_at, appeal, appeal_outcome, appeal_decided_at)
    values (${id}, ${id}, ${id.slice(0, 12)}, ${one.profile ?? null}, ${closed}, false, ${one.reports}, ${one.opened},
      ${one.opened}, ${one.decision ?? null}, ${one.decided ?? null}, ${one.ground ?? null}, ${one.appealed ?? null},
      ${one.appealed ? "No" : null}, ${one.outcome ?? null}, ${one.outcome ? one.appealed : null})`);
  if (one.signal)
    await db.execute(sql`insert into case_signals (case_id, signal, why, created_at)
      values (${id}, ${one.signal}, 'A link leads to evil.example.', ${one.opened})`);
  return id;
}

async function addReport(reason: string, at: string, profile: string | null = null): Promise<void> {
  await app.platform.db.execute(sql`insert into page_reports (id, number, username, profile_id, reason, details, created_at)
    values (${randomUUID()}, ${randomUUID()}, 'mia', ${profile}, ${reason}, '', ${at})`);
}

const GONE = randomUUID();

describe("the numbers for a transparency report", () => {
  it("are what counting by hand gives", async () => {
    // Two before and at the end of the period, which don't count.
    await addReport("spam", "2026-02-28T23:59:59.999Z");
    await addReport("spam", "2026-04-01T00:00:00Z");
    for (const at of ["2026-03-01T00:00:00Z", "2026-03-02T10:00:00Z", "2026-03-31T23:59:59Z"])
      await addReport("spam", at);
    await addReport("copyright", "2026-03-03T00:00:00Z");
    await addReport("scam", "2026-03-04T12:00:00Z", GONE);
    await addReport("scam", "2026-03-04T13:00:00Z", GONE);

    // Opened before, decided within: 48 hours.
    await addCase({
      opened: "2026-02-28T00:00:00Z",
      reports: 2,
      decided: "2026-03-02T00:00:00Z",
      decision: "nothing",
    });
    // 1 hour, and 4 hours.
    await addCase({
      opened: "2026-03-05T00:00:00Z",
      reports: 1,
      decided: "2026-03-05T01:00:00Z",
      decision: "hide_page",
      ground: "terms",
      appealed: "2026-03-20T00:00:00Z",
      outcome: "overturned",
      signal: "bad_host",
    });
    await addCase({
      opened: "2026-03-06T00:00:00Z",
      reports: 0,
      decided: "2026-03-06T04:00:00Z",
      decision: "ban",
      ground: "law",
      appealed: "2026-03-21T00:00:00Z",
      outcome: "upheld",
      signal: "bad_host",
    });
    // Decided later, not at all, and appealed against without an answer.
    await addCase({
      opened: "2026-03-07T00:00:00Z",
      reports: 3,
      decided: "2026-04-02T00:00:00Z",
      decision: "ban",
      ground: "law",
    });
    await addCase({ opened: "2026-03-08T00:00:00Z", reports: 0, signal: "lookalike", profile: GONE });
    await addCase({
      opened: "2026-01-08T00:00:00Z",
      reports: 1,
      decided: "2026-01-09T00:00:00Z",
      decision: "suspend",
      ground: "law",
      appealed: "2026-03-09T00:00:00Z",
    });

    const expectCounts = async () => {
      const { of, rows, headers } = await figures();
      expect(headers.get("content-type")).toContain("text/csv");
      expect(headers.get("content-disposition")).toContain("transparency-2026-03-01-2026-04-01.csv");
      expect(rows[0]?.slice(0, 2)).toEqual(["2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"]);
      const counted = Object.fromEntries(
        rows
          .filter((row) => row[4] !== "0")
          .map((row) => [[row[2], row[3]].filter(Boolean).join(" "), row[4]]),
      );
      expect(counted).toEqual({
        reports_received: "6",
        "reports_received spam": "3",
        "reports_received scam": "2",
        "reports_received copyright": "1",
        cases_opened: "4",
        cases_opened_by_signals_only: "2",
        cases_decided: "3",
        "cases_decided nothing": "1",
        "cases_decided hide_page": "1",
        "cases_decided ban": "1",
        restrictions_by_ground: "2",
        "restrictions_by_ground law": "1",
        "restrictions_by_ground terms": "1",
        median_hours_to_decision: "4",
        appeals_received: "3",
        appeals_decided: "2",
        "appeals_decided upheld": "1",
        "appeals_decided overturned": "1",
        signal_notices: "3",
        "signal_notices bad_host": "2",
        "signal_notices lookalike": "1",
        signal_notices_decided: "2",
        "signal_notices_decided bad_host": "2",
        signal_notices_right: "1",
        "signal_notices_right bad_host": "1",
      });
      expect(of("cases_decided", "suspend")).toBe("0");
    };
    await expectCounts();

    // A page that's deleted takes what was written about it along, and its case, but no number changes.
    await purgeReports(app.platform, { subject: GONE });
    const { body } = await founder.api("GET", "/admin/cases?state=open");
    expect(JSON.stringify(body)).not.toContain("evil.example");
    await expectCounts();
  });

  it("are those of the year so far without a period, and nothing for one in which nothing was", async () => {
    app.clock.set(new Date("2026-05-01T00:00:00Z"));
    const { rows } = await figures({});
    app.clock.set(new Date());
    expect(rows[0]?.[0]).toBe("2026-01-01T00:00:00.000Z");
    expect(rows[0]?.[1]).toMatch(/^2026-05-01T00:00:0/);
    const quiet = await figures({ from: "2020-01-01T00:00:00Z", until: "2021-01-01T00:00:00Z" });
    expect(quiet.rows.filter((row) => row[4] !== "0" && row[4] !== "")).toEqual([]);
    expect(quiet.of("median_hours_to_decision")).toBe("");
  });

  it("need a period that ends after it begins, and staff who look after cases", async () => {
    const query = new URLSearchParams({ from: PERIOD.until, until: PERIOD.from });
    const answer = await founder.api("GET", `/admin/cases/transparency.csv?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, "PERIOD_EMPTY"]);
    const member = await app.signUp();
    expect((await member.api("GET", "/admin/cases/transparency.csv")).status).toBe(404);
  });
});
