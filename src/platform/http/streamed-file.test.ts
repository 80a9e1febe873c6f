// @project unit
import { describe, expect, it } from "vitest";
import { csvFile } from "./streamed-file.ts";

/** Batches of one line each that record how many were made and whether the reader stopped early. */
function source(count: number) {
  const seen = { made: 0, isEnded: false };
  async function* batches() {
    try {
      for (let n = 1; n <= count; n++) {
        seen.made = n;
        yield [[`line ${n}`, n]];
      }
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, batches: batches() };
}

describe("a streamed file", () => {
  it("has its header line, every batch, and the mark that tells spreadsheets it's UTF-8", async () => {
    const bytes = new Uint8Array(await csvFile("a.csv", ["name", "n"], source(2).batches).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe("name,n\r\nline 1,1\r\nline 2,2\r\n");
  });

  it("is written no faster than it's read", async () => {
    const { seen, batches } = source(1000);
    const reader = csvFile("a.csv", ["name", "n"], batches).stream().getReader();
    await reader.read();
    await reader.read();
    expect(seen.made).toBeLessThan(5);
    await reader.cancel();
    expect(seen).toMatchObject({ made: expect.any(Number), isEnded: true });
    expect(seen.made).toBeLessThan(5);
  });

  it("stops between reads that found nothing, once its reader has left", async () => {
    let [reads, isEnded] = [0, false];
    const batches = (async function* () {
      try {
        for (; reads < 100_000; reads++) {
          await new Promise((resolve) => setImmediate(resolve));
          yield [];
        }
        yield [["last", 1]];
      } finally {
        isEnded = true;
      }
    })();
    const reader = csvFile("a.csv", ["name", "n"], batches).stream().getReader();
    await reader.read();
    const next = reader.read();
    await expect.poll(() => reads, { interval: 1 }).toBeGreaterThan(0);
    await reader.cancel();
    expect((await next).done).toBe(true);
    await expect.poll(() => isEnded).toBe(true);
    expect(reads).toBeLessThan(100_000);
  });

  it("ends in silence when its reader leaves while rows are being read, even if that fails then", async () => {
    for (const fails of [false, true]) {
      const rows = Promise.withResolvers<[string, number][]>();
      const asked = Promise.withResolvers<void>();
      const told: unknown[] = [];
      const batches = (async function* () {
        asked.resolve();
        yield await rows.promise;
      })();
      const file = csvFile("a.csv", ["name", "n"], batches);
      const reader = file.stream((error) => told.push(error)).getReader();
      await reader.read();
      const next = reader.read();
      await asked.promise;
      const left = reader.cancel();
      if (fails) rows.reject(new Error("the database is gone"));
      else rows.resolve([["one", 1]]);
      await Promise.all([left, next]);
      expect(told).toEqual([]);
    }
  });

  it("breaks off when its rows can't be read, so that nobody mistakes a part for the whole", async () => {
    async function* failing() {
      yield [["one", 1]];
      throw new Error("no row with ann@example.com");
    }
    const told: unknown[] = [];
    const file = csvFile("a.csv", ["name", "n"], failing());
    const text = new Response(file.stream((error) => told.push(error))).text();
    await expect(text).rejects.toThrow("a.csv breaks off.");
    expect(told).toEqual([new Error("no row with ann@example.com")]);
  });
});
