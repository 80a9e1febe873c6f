import { expect, it } from "vitest";
import { successLines } from "./success-lines.ts";

it("the figures are by app, system and version, the newest first and unknown ones last", () => {
  const of = (app: string, os: string, version: string, tried = 40) => {
    return { app, label: app.toUpperCase(), os, version, way: "x-safari", tried, left: 10 };
  };
  const lines = successLines([
    of("instagram", "ios", "99.0"),
    of("instagram", "ios", ""),
    of("instagram", "ios", "424.1", 19),
    of("tiktok", "ios", "36.5"),
    { ...of("gone", "other", "1.0"), way: "new" },
  ]);
  expect(lines.map(({ app, version, share, isFirst }) => [app, version, share, isFirst])).toEqual([
    ["TIKTOK, iPhone", "36.5", 25, true],
    ["INSTAGRAM, iPhone", "424.1", null, true],
    ["INSTAGRAM, iPhone", "99.0", 25, false],
    ["INSTAGRAM, iPhone", "", 25, false],
    ["GONE", "1.0", 25, true],
  ]);
  expect(lines.at(-1)?.way).toBe("new");
});
