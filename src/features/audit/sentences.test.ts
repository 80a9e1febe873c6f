import { globSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { kindOf } from "./rules.ts";
import { SENTENCES, sentenceFor } from "./sentences.ts";

const ROOT = resolve(import.meta.dirname, "../..");

interface Announceable {
  name: string;
  payload: unknown;
}

const isEvent = (value: unknown): value is Announceable =>
  typeof value === "object" && value !== null && "name" in value && "payload" in value;

async function eventNames(): Promise<string[]> {
  const files = globSync("features/*/events.ts", { cwd: ROOT });
  const modules: object[] = await Promise.all(files.map((file) => import(resolve(ROOT, file))));
  return modules.flatMap((one) => Object.values(one).filter(isEvent)).map(({ name }) => name);
}

it("every event that a slice announces has its sentence, and no other has one", async () => {
  const names = await eventNames();
  expect(names.length).toBeGreaterThan(30);
  const missing = names.filter((name) => !(name in SENTENCES));
  expect(
    missing.map(
      (name) => `${name}: say in src/features/audit/sentences.ts what it means in the activity log`,
    ),
  ).toEqual([]);
  expect(Object.keys(SENTENCES).filter((name) => !names.includes(name))).toEqual([]);
  const others = names.filter((name) => kindOf(name) === "other");
  // Add the first word to FIRST_WORDS in rules.ts, or to this list.
  expect(others.map((name) => name.split(".")[0]).sort()).toEqual(["page", "setting"]);
});

it("every sentence says what someone did, whatever an event carries", async () => {
  for (const name of Object.keys(SENTENCES)) {
    for (const payload of [
      {},
      null,
      { fields: ["a_b"], ids: ["x"], count: 2, scopes: ["s"], until: "2026-01-01T00:00" },
    ]) {
      expect(sentenceFor(name, payload), name).toMatch(/^[A-Z][a-z]+ .*[^.]$/);
      expect(sentenceFor(name, payload), name).not.toMatch(/undefined|NaN|\[object/);
    }
  }
});
