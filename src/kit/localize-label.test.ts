import { expect, it } from "vitest";
import { localizeLocation } from "./localize-label.ts";

it("a place is named in the page's language, with its city if that's known", () => {
  expect(localizeLocation("Genf, Schweiz", "CH")).toBe("Genf, Switzerland");
  expect(localizeLocation("Washington, D.C., USA", "US")).toBe("Washington, D.C., United States");
  expect(localizeLocation("Schweiz", "CH")).toBe("Switzerland");
  expect(localizeLocation("Atlantis", null)).toBe("Atlantis");
});
