import { describe, expect, it } from "vitest";
import { changeOf } from "./numbers.ts";

describe("the change against the period before", () => {
  it("says which way and how far a figure moved", () => {
    expect(changeOf(150, 100)).toEqual({ direction: "up", text: "+50%" });
    expect(changeOf(0, 40)).toEqual({ direction: "down", text: "-100%" });
  });

  it("calls what rounds to nothing the same", () => {
    expect(changeOf(1001, 1000)).toEqual({ direction: "same", text: "0%" });
    expect(changeOf(999, 1000)).toEqual({ direction: "same", text: "0%" });
  });

  it("compares with nothing when there was nothing", () => {
    expect(changeOf(5, 0)).toBeUndefined();
  });
});
