// @project unit
import { expect, it } from "vitest";
import { anniversaries } from "./attribute-store.ts";

it("an anniversary within some days begins today, goes over the year's end, and is on the 28th where there's no 29 February", () => {
  expect(anniversaries("2026-12-30T23:00:00Z", 3)).toEqual(["12-30", "12-31", "01-01", "01-02"]);
  expect(anniversaries("2026-02-27T12:00:00Z", 1)).toEqual(["02-27", "02-28", "02-29"]);
  expect(anniversaries("2028-02-27T12:00:00Z", 1)).toEqual(["02-27", "02-28"]);
  expect(anniversaries("2028-02-27T12:00:00Z", 3650)).toHaveLength(366);
});
