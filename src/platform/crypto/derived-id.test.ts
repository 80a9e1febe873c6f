// @project unit
import { expect, it } from "vitest";
import { derivedId } from "./derived-id.ts";

it("the same words make the same UUID, and different words a different one", () => {
  const id = derivedId("account", "1");
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(derivedId("account", "1")).toBe(id);
  expect(derivedId("account", "2")).not.toBe(id);
});
