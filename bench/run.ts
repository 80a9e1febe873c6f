/* Measures everything we promise, prints a table, and saves the results in results.json. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { measureAdminHome } from "./admin-home.ts";
import { measureAdminLinks } from "./admin-links.ts";
import { measureAdminUsers } from "./admin-users.ts";
import { measureAnalytics, measureFilteredAnalytics } from "./analytics.ts";
import { measureAutomationCrash } from "./automation-crash.ts";
import { measureBackup, measureRestore } from "./backup.ts";
import { measureClicks, measureGo } from "./clicks.ts";
import { measureContacts } from "./contacts.ts";
import { pinning } from "./cpu-affinity.ts";
import { measureDomains } from "./domains.ts";
import { BenchEnvironment } from "./environment.ts";
import { measureEvents } from "./events-throughput.ts";
import { measureImport } from "./import.ts";
import { measureLinkBulk } from "./link-bulk.ts";
import { measureLinkSearch } from "./link-search.ts";
import { measureMail } from "./mail.ts";
import { measureMailCrash } from "./mail-crash.ts";
import { measureMailMemory } from "./mail-memory.ts";
import { type Measured, type Result, ROUNDS } from "./measurement.ts";
import { measureMemory } from "./memory.ts";
import { measurePage, measurePageMiss, measurePageWeight } from "./page.ts";
import { measurePageImport } from "./page-import.ts";
import { measureRuleLatency } from "./rule-latency.ts";
import { measureSegmentCount } from "./segment-count.ts";
import { measureSegmentEvent } from "./segment-event.ts";
import { measureEnroll, measureSequenceTick } from "./sequences.ts";
import { measureStall, measureStallEmbedded } from "./stall.ts";
import { measureWebhooks } from "./webhooks.ts";

const RESULTS = resolve(import.meta.dirname, "results.json");
const FIGURES: Record<string, (stage: BenchEnvironment) => Promise<Measured>> = {
  page: measurePage,
  "page-miss": measurePageMiss,
  "page-weight": measurePageWeight,
  clicks: measureClicks,
  go: measureGo,
  analytics: measureAnalytics,
  "analytics-filtered": measureFilteredAnalytics,
  events: measureEvents,
  domains: measureDomains,
  webhooks: measureWebhooks,
  mail: measureMail,
  "mail-memory": measureMailMemory,
  "mail-killed": measureMailCrash,
  "automation-killed": measureAutomationCrash,
  contacts: measureContacts,
  "segment-count": measureSegmentCount,
  enroll: measureEnroll,
  "sequence-tick": measureSequenceTick,
  "segment-event": measureSegmentEvent,
  "rule-latency": measureRuleLatency,
  import: measureImport,
  "page-import": measurePageImport,
  "link-search": measureLinkSearch,
  bulk: measureLinkBulk,
  "admin-home": measureAdminHome,
  "admin-users": measureAdminUsers,
  backup: measureBackup,
  restore: measureRestore,
  "admin-links": measureAdminLinks,
  stall: measureStall,
  "stall-embedded": measureStallEmbedded,
  memory: measureMemory,
};

function chosen(): string[] {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !Object.hasOwn(FIGURES, name));
  if (unknown.length > 0) {
    console.error(`There is no figure ${unknown.join(", ")}. There are ${Object.keys(FIGURES).join(", ")}.`);
    process.exit(1);
  }
  return asked.length > 0 ? asked : Object.keys(FIGURES);
}

function number(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 2 : 0 });
}

function line(name: string, { value, unit, reference, ratio, note, promises }: Measured): string {
  const figures =
    `${number(value)} ${unit}`.padStart(18) + number(reference).padStart(12) + ratio.toFixed(3).padStart(9);
  const kept =
    promises.map(({ text, isKept }) => `${text}${isKept ? "" : " MISSED"}`).join(", ") || "reported";
  return `${name.padEnd(12)}${figures}  ${kept}\n${" ".repeat(12)}${note}`;
}

/** Figures that this run didn't measure keep their last value. */
function keep(results: Record<string, Measured>): void {
  const kept: Record<string, Result> = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : {};
  for (const [name, { value, unit, reference, ratio }] of Object.entries(results)) {
    kept[name] = { value: rounded(value), unit, reference: rounded(reference), ratio: rounded(ratio) };
  }
  const ordered = Object.fromEntries(
    Object.keys(FIGURES).flatMap((name) => (kept[name] ? [[name, kept[name]]] : [])),
  );
  writeFileSync(RESULTS, `${JSON.stringify(ordered, null, 2)}\n`);
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

async function measureAll(names: string[]): Promise<Record<string, Measured>> {
  const stage = new BenchEnvironment();
  const results: Record<string, Measured> = {};
  console.log(`${ROUNDS} rounds each, medians; ${pinning}.\n`);
  console.log(
    `${"".padEnd(12)}${"measured".padStart(18)}${"reference".padStart(12)}${"ratio".padStart(9)}  must be`,
  );
  try {
    for (const name of names) {
      const measured = await FIGURES[name]?.(stage);
      await stage.clear();
      if (!measured) continue;
      results[name] = measured;
      console.log(line(name, measured));
    }
  } finally {
    await stage.close();
  }
  return results;
}

const results = await measureAll(chosen());
keep(results);
const missed = Object.entries(results).flatMap(([name, { promises }]) =>
  promises.filter(({ isKept }) => !isKept).map((promise) => ({ name, ...promise })),
);
for (const { name, text, isRate } of missed) {
  console.log(`\n${name} misses ${text}${isRate ? " on this machine" : ""}.`);
}
process.exit(missed.some(({ isRate }) => !isRate) ? 1 : 0);
