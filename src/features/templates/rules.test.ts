import { expect, it } from "vitest";
import { atOnce } from "./rules.ts";

it("5.2.7 fewer e-mails are on the way at once the heavier their files are, and always one", () => {
  const mb = 1024 * 1024;
  const of = (...bytes: number[]) => bytes.map((bytes) => ({ bytes }));
  expect(atOnce(10, [])).toBe(10);
  expect(atOnce(10, [undefined, [], of(mb)])).toBe(10);
  expect(atOnce(10, [of(100), of(2 * mb, 2 * mb), undefined])).toBe(2);
  expect(atOnce(10, [of(5 * mb)])).toBe(2);
  expect(atOnce(10, [of(50 * mb)])).toBe(1);
});
