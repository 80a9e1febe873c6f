// @project unit
import { expect, it } from "vitest";
import { readRows } from "./csv-rows.ts";

const MEGABYTE = 1024 * 1024;

it.each([
  ["in quotes that never end", '"'],
  ["without any quotes", ""],
])("a row of 50 MB %s is refused in words after its first few, and the rest isn't read", async (_, quote) => {
  let megabytes = 0;
  async function* parts() {
    yield Buffer.from(`email,name\nada@x.example,Ada\nbob@x.example,${quote}`);
    for (; megabytes < 50; megabytes++) yield Buffer.alloc(MEGABYTE, "x");
  }
  const reading = async () => {
    for await (const _row of readRows({ parts: parts(), encoding: "utf-8", delimiter: "," }));
  };
  await expect(reading()).rejects.toThrow(
    /^Row 3 never ends, or is longer than a million characters. Usually a quotation mark is missing there./,
  );
  expect(megabytes).toBeLessThan(5);
});
