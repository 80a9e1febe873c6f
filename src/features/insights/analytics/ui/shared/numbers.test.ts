import { describe, expect, it } from "vitest";
import { changeOf, pointsOf } from "./numbers.ts";

describe("the change from the period before", () => {
  it("says which way and how far a figure moved", () => {
    expect(changeOf(150, 100)).toEqual({ direction: "up", text: "+50%" });
    expect(changeOf(0, 40)).toEqual({ direction: "down", text: "-100%" });
  });

  it('says "same" if it rounds to zero', () => {
    expect(changeOf(1001, 1000)).toEqual({ direction: "same", text: "0%" });
    expect(changeOf(999, 1000)).toEqual({ direction: "same", text: "0%" });
  });

  it("compares with nothing if there was nothing", () => {
    expect(changeOf(5, 0)).toBeUndefined();
  });
});

describe("the change of a rate", () => {
  it("§10 is in percentage points", () => {
    expect(pointsOf(0.1, 0.05)).toEqual({ direction: "up", text: "+5 pts" });
    expect(pointsOf(0.1234, 0.1111)).toEqual({ direction: "up", text: "+1.2 pts" });
    expect(pointsOf(0.2, 0.45)).toEqual({ direction: "down", text: "-25 pts" });
  });

  it('starts from zero, and says "same" if it rounds to zero', () => {
    expect(pointsOf(0.031, 0)).toEqual({ direction: "up", text: "+3.1 pts" });
    expect(pointsOf(0.1004, 0.1)).toEqual({ direction: "same", text: "0 pts" });
  });
});
