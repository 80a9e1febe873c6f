import { expect, it } from "vitest";
import { shortCount } from "./rules.ts";

it("counts on tiles never promise more than there is", () => {
  expect([0, 999, 1000, 1999, 123_456, 50_000_000, 1_250_000_000].map(shortCount)).toEqual([
    "0",
    "999",
    "1K",
    "1.9K",
    "123K",
    "50M",
    "1.2B",
  ]);
});
