import { expect, it } from "vitest";
import { findMissedRelease } from "./known-holes.ts";

it("a version is compared with the security releases of its own major version, number by number", () => {
  expect(findMissedRelease("Node.js", "24.9.0")).toEqual({ date: "2026-10-21", upgradeTo: "24.22.1" });
  expect(findMissedRelease("Node.js", "24.22.1")).toBeUndefined();
  expect(findMissedRelease("Node.js", "24.100.0")).toBeUndefined();
  expect(findMissedRelease("Node.js", "27.0.0")).toBeUndefined();
  expect(findMissedRelease("PostgreSQL", "17.9")).toEqual({ date: "2026-05-14", upgradeTo: "17.10" });
  expect(findMissedRelease("PostgreSQL", "18.6")).toBeUndefined();
  expect(findMissedRelease("PostgreSQL", "18beta1")).toEqual({ date: "2026-05-14", upgradeTo: "18.4" });
});

it("a major version that the latest release passed over is told to go on to the next one", () => {
  expect(findMissedRelease("Node.js", "25.9.0")).toEqual({ date: "2026-10-21", upgradeTo: "26.12.1" });
  expect(findMissedRelease("Node.js", "20.20.2")).toEqual({ date: "2026-10-21", upgradeTo: "24.22.1" });
  expect(findMissedRelease("PostgreSQL", "15.18")).toEqual({ date: "2026-05-14", upgradeTo: "16.14" });
});
