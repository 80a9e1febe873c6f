import { describe, expect, it } from "vitest";
import { apiFieldErrors } from "./field-errors.ts";

const values = { name: "", url: "", places: {} };
const refusal = (data: unknown, code = "BAD") => ({ code, status: 400, message: "No.", data });

describe("the fields of a refusal", () => {
  it("are those that the server names, each with its own message, if the form has them", () => {
    const fields = { name: "Too long.", "places.0": "Unknown.", other: "Hidden." };
    expect(apiFieldErrors(refusal({ fields }), values)).toEqual([
      ["name", "Too long."],
      ["places.0", "Unknown."],
    ]);
    expect(apiFieldErrors(refusal({ field: "url" }), values)).toEqual([["url", "No."]]);
    expect(apiFieldErrors(refusal({ field: "other" }), values)).toEqual([]);
  });

  it("follow from the code where the form knows better", () => {
    const fieldOf = ({ code }: { code: string }) => (code === "NAMELESS" ? "name" : undefined);
    expect(apiFieldErrors(refusal(null, "NAMELESS"), values, fieldOf)).toEqual([["name", "No."]]);
    expect(apiFieldErrors(refusal({ field: "url" }), values, fieldOf)).toEqual([["url", "No."]]);
  });

  it("are empty without a refusal, or if it isn't about any field", () => {
    expect(apiFieldErrors(undefined, values)).toEqual([]);
    expect(apiFieldErrors(refusal(undefined), values)).toEqual([]);
    expect(apiFieldErrors(refusal({ field: 1 }), values)).toEqual([]);
  });
});
