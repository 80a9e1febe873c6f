// @project unit
import { expect, it } from "vitest";
import { Portion } from "./portion.ts";

it("a portion begins with little, grows while that's quick, and shrinks as soon as it isn't", () => {
  const portion = new Portion({ first: 25, most: 200 });
  const after = (milliseconds: number) => {
    portion.took(milliseconds, portion.rows);
    return portion.rows;
  };
  portion.took(1, portion.rows - 1);
  expect([portion.rows, after(20), after(300), after(100), after(10), after(10)]).toEqual([
    25, 50, 50, 100, 200, 200,
  ]);
  expect([after(900), after(60_000), after(900)]).toEqual([100, 50, 25]);
  for (let slow = 0; slow < 9; slow++) portion.took(9000, 1);
  expect(portion.rows).toBe(5);
});
