import { expect, it } from "vitest";
import { LOCALE } from "#src/kit/locale.ts";
import { exitLines } from "./exit-lines.ts";

it("shows the ways out by app, system, and way, with the share of visitors who got out", () => {
  const exit = { app: "instagram", label: "Instagram", os: "ios", way: "x-safari", tried: 1200, left: 900 };
  expect(exitLines([exit])).toEqual([
    {
      key: "instagram ios x-safari",
      app: "Instagram, iPhone",
      way: "Open in Safari",
      tried: new Intl.NumberFormat(LOCALE).format(1200),
      gotOut: "900 (75%)",
    },
  ]);
  const [late] = exitLines([{ ...exit, tried: 1, left: 2 }]);
  expect(late?.gotOut).toBe("2 (100%)");
  const [odd] = exitLines([{ ...exit, os: "other", way: "new", tried: 0, left: 1 }]);
  expect(odd).toMatchObject({ app: "Instagram", way: "new", gotOut: "1" });
});
