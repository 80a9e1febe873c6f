// @project server-postgres
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { addActiveMailbox, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await signUpSender(app);
});

const DAY_S = 86_400;

function reportOf({ id = "r1", domain = "mia.example", count = 5, spf = "pass", daysAgo = 1 } = {}): string {
  const begin = Math.floor(app.clock.now().getTime() / 1000 / DAY_S - daysAgo) * DAY_S;
  return `<feedback><report_metadata><org_name>google.com</org_name><report_id>${id}</report_id>
    <date_range><begin>${begin}</begin><end>${begin + DAY_S - 1}</end></date_range></report_metadata>
    <policy_published><domain>${domain}</domain></policy_published><record><row><source_ip>192.0.2.1</source_ip>
    <count>${count}</count><policy_evaluated><disposition>quarantine</disposition><dkim>fail</dkim><spf>${spf}</spf>
    </policy_evaluated></row></record></feedback>`;
}

function upload(content: string | Uint8Array, by = owner) {
  const form = new FormData();
  form.set("file", new File([content as BlobPart], "report.xml"));
  return by.api("POST", "/dmarc-reports", form);
}

it("says who sends in the account’s name, and counts the same report once", async () => {
  const { id } = await addActiveMailbox(app, owner);
  expect((await upload(reportOf())).body).toEqual({ imported: 1, known: 0, messages: 5 });
  const both = zipSync({
    "a.xml": new TextEncoder().encode(reportOf()),
    "b.xml": new TextEncoder().encode(reportOf({ id: "r2", spf: "fail", count: 15 })),
  });
  expect((await upload(both)).body).toEqual({ imported: 1, known: 1, messages: 15 });
  expect((await upload(gzipSync(reportOf({ id: "old", daysAgo: 40 })))).body.imported).toBe(1);
  const { body } = await owner.api("GET", "/dmarc-reports");
  expect(body).toMatchObject({ reports: 2, messages: 20, aligned: 5 });
  expect(body.sources).toEqual([
    {
      source_ip: "192.0.2.1",
      host: "mia.example",
      messages: 20,
      aligned: 5,
      spf_aligned: 5,
      dkim_aligned: 0,
      stopped: 20,
      orgs: ["google.com"],
      last_day: expect.any(String),
    },
  ]);
  expect(body.series.length).toBe(30);
  expect(body.series.at(-2)).toMatchObject({ aligned: 5, failed: 15 });
  const told = (await eventsOf(app, id)).filter(({ name }) => name === "dmarc_report.imported");
  expect(told.length).toBe(3);
  const stranger = await signUpSender(app);
  expect((await stranger.api("GET", "/dmarc-reports")).body).toMatchObject({ reports: 0, sources: [] });
});

it("refuses what it can’t or won’t read, with a sentence, and keeps nothing of it", async () => {
  await addActiveMailbox(app, owner);
  const xml = reportOf();
  const cases: [string | Uint8Array, number, string][] = [
    ["hello", 400, "DMARC_REPORT_UNREADABLE"],
    [xml.slice(0, -20), 400, "DMARC_REPORT_BROKEN"],
    [`<!DOCTYPE x>${xml}`, 400, "DMARC_REPORT_UNSAFE"],
    [gzipSync(gzipSync(xml)), 400, "DMARC_REPORT_NESTED"],
    [gzipSync(`<feedback>${" ".repeat(51 * 1024 * 1024)}`), 413, "DMARC_REPORT_TOO_LARGE"],
    [reportOf({ domain: "other.example" }), 409, "DMARC_REPORT_FOREIGN"],
  ];
  for (const [content, status, code] of cases) {
    const answer = await upload(content);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  }
  const mixed = zipSync({
    "a.xml": new TextEncoder().encode(xml),
    "b.xml": new TextEncoder().encode(reportOf({ domain: "other.example" })),
  });
  expect((await upload(mixed)).status).toBe(409);
  expect((await owner.api("GET", "/dmarc-reports")).body.reports).toBe(0);
});
