import { expect, it } from "vitest";
import { findMissedRelease } from "./known-holes.ts";

it("a version is compared with the security releases of its own major version, number by number", () => {
  expect(findMissedRelease("Node.js", "24.9.0")).toEqual({ date: "2026-06-18", upgradeTo: "24.17.0" });
  expect(findMissedRelease("Node.js", "24.17.0")).toBeUndefined();
  expect(findMissedRelease("Node.js", "24.100.0")).toBeUndefined();
  expect(findMissedRelease("Node.js", "25.3.0")).toEqual({ date: "2026-03-24", upgradeTo: "25.8.2" });
  expect(findMissedRelease("Node.js", "27.0.0")).toBeUndefined();
  expect(findMissedRelease("PostgreSQL", "17.9")).toEqual({ date: "2026-05-14", upgradeTo: "17.10" });
  expect(findMissedRelease("PostgreSQL", "18.6")).toBeUndefined();
  expect(findMissedRelease("PostgreSQL", "18beta1")).toEqual({ date: "2026-05-14", upgradeTo: "18.4" });
});
