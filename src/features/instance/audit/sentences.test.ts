// @project server-postgres
import { globSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { declaredEvents } from "#src/platform/events/event-registry.ts";
import { translatorFor } from "#src/platform/languages.ts";
import { sentenceFor } from "./audit.ts";
import { AREAS } from "./rules.ts";
import "#src/node/slices.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

interface Announceable {
  name: string;
  payload: unknown;
}

const isEvent = (value: unknown): value is Announceable =>
  typeof value === "object" && value !== null && "name" in value && "payload" in value;

async function eventNames(): Promise<string[]> {
  const files = globSync("features/**/events.ts", { cwd: ROOT });
  const modules: object[] = await Promise.all(files.map((file) => import(resolve(ROOT, file))));
  return modules.flatMap((one) => Object.values(one).filter(isEvent)).map(({ name }) => name);
}

it("every event that a slice announces is in the list of all, under a name of its own", async () => {
  const names = await eventNames();
  expect(names.length).toBeGreaterThan(30);
  expect([...declaredEvents().keys()].sort()).toEqual(names.sort());
});

it("every event has its area in the activity log’s filter", () => {
  const areas = [...declaredEvents()].map(([name, { area }]) => ({ name, area }));
  expect(areas.filter(({ area }) => !AREAS.includes(area))).toEqual([]);
  const others = areas.filter(({ area }) => area === "other").map(({ name }) => name.split(".")[0]);
  const known = {
    audit: 2,
    banner: 2,
    block: 2,
    browser_error: 1,
    case: 9,
    feature: 2,
    help: 8,
    host_list: 4,
    page: 1,
    reply_template: 2,
    setting: 1,
    signal: 1,
    system: 6,
    ways_out: 1,
  };
  expect(others.sort()).toEqual(Object.entries(known).flatMap(([of, count]) => Array(count).fill(of)));
});

it("every sentence says what someone did, whatever an event carries", async () => {
  for (const name of declaredEvents().keys()) {
    for (const payload of [
      {},
      null,
      { fields: ["a_b"], ids: ["x"], count: 2, scopes: ["s"], until: "2026-01-01T00:00" },
    ]) {
      expect(sentenceFor(name, payload, "en-US"), name).toMatch(/^[A-Z][a-z]+ .*[^.]$/);
      expect(sentenceFor(name, payload, "en-US"), name).not.toMatch(/undefined|NaN|\[object/);
    }
  }
});

it("numbers and dates are written as the reader writes them", () => {
  const said = (event: string, payload: object) =>
    ["en-US", "en-GB", "de-DE"].map((locale) => sentenceFor(event, payload, locale));
  expect(said("leads.imported", { count: 1200 })).toEqual([
    ...["Imported 1,200 leads", "Imported 1,200 leads", "Imported 1.200 leads"],
  ]);
  expect(said("account.banned", { until: "2027-01-31T00:00:00.000Z" })).toEqual([
    "Suspended the account until Jan 31, 2027",
    "Suspended the account until 31 Jan 2027",
    "Suspended the account until 31.01.2027",
  ]);
});

const ROLES_AND_STATES = [
  "admin",
  "viewer",
  "active",
  "paused",
  "ended",
  "auth_failed",
  "stopped",
  "referrer",
  "week",
];

it("every sentence is said in Spanish, whatever an event carries", async () => {
  const say = await translatorFor("es");
  const words = ROLES_AND_STATES.map((word) => ({
    to: word,
    role: word,
    state: word,
    review: word,
    side: word,
    every: word,
    outcome: word,
    status: word,
    purpose: word,
    reason: "hard_bounce",
    why: "complaints",
    action: "remove",
    code: "MIA20",
    file_name: "fans.csv",
    fields: ["display_name"],
    ids: ["x"],
    count: 1200,
    scopes: ["links.edit"],
    until: "2026-01-01T00:00",
    units: 1,
    left: 2,
    approval_above: 100,
    due_at: "2026-01-01T00:00",
    at: "2026-01-01T00:00",
    is_stopped: false,
  }));
  const states = [
    "draft",
    "scheduled",
    "missed",
    "preparing",
    "sending",
    "auto_paused",
    "sent",
    "canceled",
    "failed",
  ];
  const payloads = [
    ...[
      {},
      null,
      { units: 0, is_new_device: true },
      { units: 5, is_removed: true, purpose: "icon", status: "active" },
    ],
    ...[
      { from: 1, to: 2, until: "2026-01-01" },
      { from: "2026-01-01", until: "2026-02-01" },
      { from: "mia", to: "nora" },
    ],
    ...[
      { action: "delete", count: 2 },
      { action: "place", count: 2 },
      { to: ["x"], purpose: "avatar" },
      ...words,
    ],
    ...[...states, "unverified", "throttled", "paused_by_reputation", "disabled"].map((to) => ({ to })),
  ];
  for (const name of declaredEvents().keys()) {
    for (const payload of payloads) {
      const english = sentenceFor(name, payload, "en-US");
      expect(say(english), name).not.toBe(english);
      expect(say(english), name).not.toMatch(/\b(the|a lead|leads|their|account|and|profile|campaign)\b/i);
    }
  }
});
