// @project unit
import { expect, it } from "vitest";
import { newRequestId } from "./request-id.ts";

it("no two requests have the same ID, even after the first supply of random bytes is used up", () => {
  const ids = Array.from({ length: 1000 }, newRequestId);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});
