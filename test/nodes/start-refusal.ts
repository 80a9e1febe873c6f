import { expect } from "vitest";
import type { Ended } from "./node-process.ts";

/** One line for people, no stack, exit code 1. */
export function expectStartRefusal({ code, stderr }: Ended, sentence: RegExp): void {
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
}
