// @project unit
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidRows, jsonRows } from "./json-rows.ts";

const MOST = { rowBytes: 1_000_000, values: 1_000_000 };

async function* inPieces(text: string, bytes: number): AsyncGenerator<Uint8Array> {
  const all = new TextEncoder().encode(text);
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes);
}

async function rowsOf(text: string, { bytes = 7, most = MOST } = {}): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const some of jsonRows(inPieces(text, bytes), most)) rows.push(...some);
  return rows;
}

describe("rows of a JSON file", () => {
  it("are those that it says, however it's written and wherever its pieces end", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.constantFrom(undefined, 1, "\t"),
        fc.integer({ min: 1, max: 40 }),
        async (rows, space, bytes) => {
          const text = JSON.stringify(rows, null, space);
          expect(await rowsOf(text, { bytes })).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it.each([
    ...["", " ", "{}", "1", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1]]", "[1] x", '["a]', "[{]", "[}]"],
    ...["[[1]", "nonsense", '{"a":[]}', "[undefined]"],
  ])("are refused where JSON has none: %j", async (text) => {
    await expect(rowsOf(text)).rejects.toBeInstanceOf(InvalidRows);
  });

  it("are read one by one, not longer or more than allowed", async () => {
    const long = JSON.stringify(["x".repeat(100), "y"]);
    await expect(rowsOf(long, { most: { ...MOST, rowBytes: 90 } })).rejects.toThrow("too long");
    await expect(rowsOf("[1,[2,3],4]", { most: { ...MOST, values: 2 } })).rejects.toThrow("too many");
    const many = JSON.stringify(Array(1000).fill("x".repeat(80)));
    expect(await rowsOf(many, { most: { ...MOST, rowBytes: 90 } })).toHaveLength(1000);
  });
});
