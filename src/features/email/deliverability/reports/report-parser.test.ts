// @project unit
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { zipSync } from "fflate";
import { expect, it } from "vitest";
import { readReports } from "./report-files.ts";
import { type ParsedReport, parseReport, UnreadableReport } from "./report-parser.ts";

interface Given {
  ip: string;
  count: number;
  spf: boolean;
  dkim: boolean;
  disposition: string;
  selector: string;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const verdict = (isGood: boolean) => (isGood ? "pass" : "fail");

function reportXml(records: readonly Given[], org = "google.com", begin = 1_770_000_000): string {
  return `<?xml version="1.0" encoding="UTF-8" ?><feedback><version>1.0</version>
<report_metadata><org_name>${escaped(org)}</org_name><report_id>r1</report_id>
<date_range><begin>${begin}</begin><end>${begin + 86_399}</end></date_range></report_metadata>
<policy_published><domain>Mia.Example.</domain><p>none</p></policy_published>
${records
  .map(
    ({
      ip,
      count,
      spf,
      dkim,
      disposition,
      selector,
    }) => `<record><row><source_ip>${ip}</source_ip><count>${count}</count>
<policy_evaluated><disposition>${disposition}</disposition><dkim>${verdict(dkim)}</dkim><spf>${verdict(spf)}</spf></policy_evaluated></row>
<identifiers><header_from>mia.example</header_from></identifiers>
<auth_results><dkim><domain>mia.example</domain><selector>${selector}</selector><result>${verdict(dkim)}</result></dkim>
<dkim><domain>other.example</domain><selector>theirs</selector><result>pass</result></dkim>
<spf><domain>mia.example</domain><result>${verdict(spf)}</result></spf></auth_results></record>`,
  )
  .join("\n")}</feedback>`;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
async function* cut(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const parse = (text: string, size = 64): Promise<ParsedReport> => parseReport(cut(bytesOf(text), size));
const problemOf = (reading: Promise<unknown>) =>
  reading.then(
    () => "read",
    (error: unknown) => (error instanceof UnreadableReport ? error.problem : `not ours: ${String(error)}`),
  );

const RECORD: Given = {
  ip: "192.0.2.1",
  count: 3,
  spf: true,
  dkim: false,
  disposition: "none",
  selector: "s1",
};

const record = fc.record({
  ip: fc.constantFrom("192.0.2.1", "192.0.2.2", "2001:db8::1"),
  count: fc.nat({ max: 100_000 }),
  spf: fc.boolean(),
  dkim: fc.boolean(),
  disposition: fc.constantFrom("none", "quarantine", "reject"),
  selector: fc.constantFrom("s1", "s2", "fanfare-1a2b"),
});
const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter((text) => {
  return /^\S+$/.test(text) && !/[\0\r]/.test(text);
});

it("property: says what the report says, however it’s cut into pieces", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 12 }),
      name,
      fc.integer({ min: 1, max: 300 }),
      async (given, org, size) => {
        const report = await parse(reportXml(given, org), size);
        expect([report.org, report.domain, report.report_id]).toEqual([org, "mia.example", "r1"]);
        const sum = (of: (one: Given) => boolean) =>
          given.filter(of).reduce((total, { count }) => total + count, 0);
        const told = (of: "messages" | "aligned" | "spf_aligned" | "dkim_aligned" | "stopped") =>
          [...report.sources.values()].reduce((total, source) => total + source[of], 0);
        expect(told("messages")).toBe(sum(() => true));
        expect(told("aligned")).toBe(sum(({ spf, dkim }) => spf || dkim));
        expect(told("spf_aligned")).toBe(sum(({ spf }) => spf));
        expect(told("dkim_aligned")).toBe(sum(({ dkim }) => dkim));
        expect(told("stopped")).toBe(sum(({ disposition }) => disposition !== "none"));
        expect(new Set(report.sources.keys())).toEqual(new Set(given.map(({ ip }) => ip)));
        const passed = given.flatMap(({ dkim, selector }) => (dkim ? [selector] : []));
        expect(new Set(report.selectors)).toEqual(new Set(passed));
      },
    ),
    { numRuns: 60 },
  );
});

it("property: a report that’s cut off anywhere isn’t read by half", async () => {
  const whole = reportXml([RECORD, { ...RECORD, ip: "192.0.2.9" }]);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (end) => {
      expect(await problemOf(parse(whole.slice(0, end)))).toMatch(/^(?:BROKEN|UNREADABLE)$/);
    }),
  );
});

it("property: whatever it’s given, it reads it or refuses it", async () => {
  const junk = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom("<feedback>", "</feedback>", "<record>", "&amp;", "<!--", "<![CDATA[", "<?x"),
    ),
  );
  await fc.assert(
    fc.asyncProperty(junk, fc.uint8Array({ maxLength: 200 }), async (parts, bytes) => {
      for (const given of [
        bytesOf(parts.join("")),
        bytes,
        Uint8Array.of(0x1f, 0x8b, ...bytes),
        Uint8Array.of(0x50, 0x4b, ...bytes),
      ])
        expect(await problemOf(readReports(given))).toMatch(/^(?:BROKEN|UNREADABLE|UNSAFE|NESTED)$/);
    }),
  );
});

it("refuses document types, entities of its own, and depths", async () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
  expect(await problemOf(parse(bomb + reportXml([RECORD])))).toBe("UNSAFE");
  expect(
    await problemOf(
      parse(reportXml([RECORD]).replace("<version>", '<!ENTITY x SYSTEM "file:///etc/passwd"><version>')),
    ),
  ).toBe("UNSAFE");
  expect((await parse(reportXml([RECORD], "x").replace(">x<", ">&b;&amp;<"))).org).toBe("&b;&");
  expect(await problemOf(parse(`<feedback>${"<a>".repeat(100_000)}`, 4096))).toBe("BROKEN");
});

it("refuses what no report says", async () => {
  const broken = async (from: string, to: string) => problemOf(parse(reportXml([RECORD]).replace(from, to)));
  expect(await broken("192.0.2.1", "192.0.2.256")).toBe("BROKEN");
  expect(await broken("<count>3<", "<count>-3<")).toBe("BROKEN");
  expect(await broken("<count>3<", "<count>9999999999<")).toBe("BROKEN");
  expect(await broken("1770000000", "0")).toBe("BROKEN");
  expect(await broken("<report_id>r1</report_id>", "")).toBe("BROKEN");
  expect(await broken("Mia.Example.", "mia example")).toBe("BROKEN");
  expect(await broken("</row>", "</record>")).toBe("BROKEN");
  expect(await problemOf(parse("<html><p>Not a report</p></html>"))).toBe("UNREADABLE");
  expect(await problemOf(parse(""))).toBe("UNREADABLE");
});

it("reads compressed reports, and several in an archive", async () => {
  const xml = bytesOf(reportXml([RECORD]));
  expect((await readReports(gzipSync(xml))).length).toBe(1);
  const zip = zipSync({
    "a.xml": xml,
    "b.XML": xml,
    "__MACOSX/a.xml": bytesOf("x"),
    "read me.txt": bytesOf("x"),
  });
  expect((await readReports(zip)).map(({ domain }) => domain)).toEqual(["mia.example", "mia.example"]);
});

it("refuses archives in archives, those without a report, and bombs", async () => {
  const xml = bytesOf(reportXml([RECORD]));
  const zip = zipSync({ "a.xml": xml });
  expect(await problemOf(readReports(zipSync({ "a.zip": zip })))).toBe("NESTED");
  expect(await problemOf(readReports(zipSync({ "a.xml": gzipSync(xml) })))).toBe("NESTED");
  expect(await problemOf(readReports(gzipSync(zip)))).toBe("NESTED");
  expect(await problemOf(readReports(zipSync({ "a.txt": xml })))).toBe("UNREADABLE");
  const spaces = bytesOf(`<feedback>${" ".repeat(60 * 1024 * 1024)}</feedback>`);
  const small = gzipSync(spaces);
  expect(small.length).toBeLessThan(100_000);
  expect(await problemOf(readReports(small))).toBe("TOO_LARGE");
  expect(await problemOf(readReports(zipSync({ "a.xml": spaces })))).toBe("TOO_LARGE");
  expect(await problemOf(readReports(gzipSync(xml).subarray(0, 100)))).toBe("BROKEN");
});
