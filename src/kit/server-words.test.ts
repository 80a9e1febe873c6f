import { expect, it } from "vitest";
import { placeName } from "./server-words.ts";

it("a place is named in the page's language, with its city if that's known", () => {
  expect(placeName("Genf, Schweiz", "CH")).toBe("Genf, Switzerland");
  expect(placeName("Washington, D.C., USA", "US")).toBe("Washington, D.C., United States");
  expect(placeName("Schweiz", "CH")).toBe("Switzerland");
  expect(placeName("Atlantis", null)).toBe("Atlantis");
});
