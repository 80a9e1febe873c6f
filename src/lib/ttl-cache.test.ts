import { expect, it } from "vitest";
import { TtlCache } from "./ttl-cache.ts";

const at = (ms: number) => new Date(ms);

it("finds something out once, for everyone who asks, and again when it’s too old or has failed", async () => {
  const memory = new TtlCache<number>({ entriesMax: 2, msFor: (value) => value });
  let asked = 0;
  const ask = (key: string, ms: number) => memory.get(key, at(ms), async () => ++asked * 100);
  expect(await Promise.all([ask("a", 0), ask("a", 0)])).toEqual([100, 100]);
  expect([memory.has("a", at(99)), memory.has("a", at(100)), memory.has("b", at(0))]).toEqual([
    true,
    false,
    false,
  ]);
  expect([await ask("a", 99), await ask("a", 100)]).toEqual([100, 200]);
  const fail = () => memory.get("b", at(0), () => Promise.reject(new Error("no")));
  await expect(fail()).rejects.toThrow("no");
  expect(await ask("b", 0)).toBe(300);
  await ask("c", 0);
  expect([memory.has("a", at(100)), memory.has("c", at(0))]).toEqual([false, true]);
});
