// @project unit
import { describe, expect, it } from "vitest";
import { LOOKS } from "../looks-rules.ts";
import { readThemeFile, themeFile } from "./theme-file-rules.ts";

describe("a theme’s file", () => {
  it.each(LOOKS)("of $label comes back without difference", ({ label, theme }) => {
    expect(readThemeFile(themeFile(label, theme))).toEqual({ ok: true, name: label, theme });
  });

  const file = (theme: object, rest: object = {}) =>
    JSON.stringify({ format: "fanfare-theme", version: 1, name: "X", theme, ...rest });

  it.each([
    ["nothing", "", "isn’t a theme’s file"],
    ["no JSON", "<svg>", "isn’t a theme’s file"],
    ["a list", "[]", "isn’t a theme’s file"],
    ["the export of a profile", '{"format":"fanfare-profile","version":1}', "isn’t a theme’s file"],
    ["one from later", file({}, { version: 2 }), "newer version"],
    ["something unknown", file({ glitter: true }), "“glitter” isn’t part of a theme"],
    ["something unknown beside it", file({}, { css: "a{}" }), "“css” isn’t part of a theme"],
    ["a name of every object", file({ constructor: 1 }), "“constructor” isn’t part of a theme"],
    ["a picture’s URL", file({ background_image_url: "//evil.example/x" }), "upload the picture"],
    ["a color that’s CSS", file({ theme_color: "red;}*{}" }), "“theme_color” can’t be"],
    ["a font we don’t have", file({ font: "comic-sans" }), "“font” can’t be"],
    ["too many colors", file({ background_colors: ["#111111", "#222222", "#333333"] }), "can’t be"],
    ["half an angle", file({ background_angle: 12.5 }), "“background_angle” can’t be"],
  ])("with %s is refused in words", (_, text, sentence) => {
    const reading = readThemeFile(text);
    expect(reading.ok ? "" : reading.problem).toContain(sentence);
  });

  it("may leave things out, and write colors in capitals", () => {
    const reading = readThemeFile(file({ theme_color: "#ABCDEF" }));
    expect(reading).toMatchObject({ ok: true, theme: { theme_color: "#abcdef", font: "system" } });
  });
});
