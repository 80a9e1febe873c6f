import { expect, it } from "vitest";
import { remembering } from "./memo.ts";

it("asks once for what it remembers and forgets what was not asked for longest", () => {
  const asked: string[] = [];
  const length = remembering(2, (text) => {
    asked.push(text);
    return text.length;
  });
  expect([length("a"), length("bb"), length("a"), length("ccc"), length("a"), length("bb")]).toEqual([
    1, 2, 1, 3, 1, 2,
  ]);
  expect(asked).toEqual(["a", "bb", "ccc", "bb"]);
});
