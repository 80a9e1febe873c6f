import { expect, it } from "vitest";
import { importWithRetry } from "./import-with-retry.ts";

/** A network that's back after `away` looks, and what was waited for until then. */
function outage(away: number) {
  const waits: number[] = [];
  const isReachable = async () => waits.length >= away;
  const wait = async (ms: number) => void waits.push(ms);
  return { waits, outside: [isReachable, wait] as const };
}

it("code that loads is there at once", async () => {
  const { waits, outside } = outage(3);
  expect(await importWithRetry(async () => "code", ...outside)).toBe("code");
  expect(waits).toEqual([]);
});

it("code that can't be loaded is loaded as soon as the server is back, and only then", async () => {
  const { waits, outside } = outage(2);
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (waits.length < 2) throw new TypeError("Failed to fetch");
    return "code";
  };
  expect(await importWithRetry(load, ...outside)).toBe("code");
  expect([tries, waits]).toEqual([2, [3000, 3000]]);
});

it("code that's gone although the server is there fails, instead of being asked for again and again", async () => {
  const gone = () => Promise.reject(new TypeError("404"));
  await expect(importWithRetry(gone, ...outage(0).outside)).rejects.toThrow("404");
});
