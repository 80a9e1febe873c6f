import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastRatio, isColor } from "#src/lib/colors.ts";
import { parseSocialPlatforms } from "./page/socials.ts";
import {
  chooseSelected,
  DEFAULT_THEME,
  nextFreeUsername,
  parseThemeSettings,
  RESERVED_USERNAMES,
  SOCIAL_PLATFORMS,
  USERNAME_PATTERN,
  usernameFromName,
} from "./rules.ts";

const random4 = () => "0427";

describe("§5 a username keeps only letters and digits", () => {
  it.each([
    ["Luna Rivers", "lunarivers"],
    ["DJ-Max_2000!", "djmax2000"],
    ["  ANA.", "ana"],
    ["Zoë", "zo"],
    ["a".repeat(50), "a".repeat(30)],
    ["É À", "ea"],
    ["Ｆｕｌｌ", "full"],
    ["②③", "23"],
    ["山田太郎", "user0427"],
    ["🎸", "user0427"],
    ["", "user0427"],
    ["\u0000\ud800", "user0427"],
  ])("%j becomes %s", (name, username) => {
    expect(usernameFromName(name, random4)).toBe(username);
  });

  it("and is always a possible username, free and within 30 characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(200), (name, others) => {
        const base = usernameFromName(name, random4);
        const taken = new Set([
          base,
          ...Array.from({ length: others }, (_, at) => `${base.slice(0, 27)}${at}`),
        ]);
        const free = nextFreeUsername(base, taken);
        expect(free).toMatch(USERNAME_PATTERN);
        expect(taken.has(free) || RESERVED_USERNAMES.has(free)).toBe(false);
      }),
    );
  });
});

describe("a taken or reserved username gets the smallest free number", () => {
  it.each([
    ["luna", [], "luna"],
    ["luna", ["luna"], "luna1"],
    ["luna", ["luna", "luna1", "luna3"], "luna2"],
    ["luna", ["luna1"], "luna"],
    ["admin", [], "admin1"],
    ["admin", ["admin1"], "admin2"],
    ["a".repeat(30), ["a".repeat(30)], `${"a".repeat(29)}1`],
    [
      "a".repeat(30),
      ["a".repeat(30), ...[..."123456789"].map((n) => `${"a".repeat(29)}${n}`)],
      `${"a".repeat(28)}10`,
    ],
  ])("%s beside %j: %s", (base, taken, free) => {
    expect(nextFreeUsername(base, new Set(taken))).toBe(free);
  });

  it("§2 every first segment of the product's own paths is reserved", () => {
    const paths = "auth forgot-password reset-password accept-invitation dashboard help admin privacy-policy";
    const more = "terms-and-conditions cookie-policy api go u assets media www static health metrics";
    const files = "robots.txt favicon.ico manifest.json sw.js advanced-sw.js";
    expect([...RESERVED_USERNAMES].sort()).toEqual(`${paths} ${more} ${files}`.split(" ").sort());
  });
});

describe("§4 the selected profile", () => {
  const off = { id: "off", status: "inactive", is_active: true };
  const first = { id: "first", status: "active", is_active: false };
  const draft = { ...off, id: "draft", draft_of: "first" };
  const flagged = { id: "flagged", status: "active", is_active: true };

  it.each([
    ["stays while it is active", [flagged, first], "first", first],
    ["changes when it was deactivated", [off, first, flagged], "off", flagged],
    ["is the first active one flagged as active", [off, first, flagged], null, flagged],
    ["is the first active one when none is flagged", [off, first], undefined, first],
    ["stays while it is a draft", [draft, first], "draft", draft],
    ["is no draft unless that's selected", [draft, first], null, first],
    ["changes when it is gone", [first], "gone", first],
    ["is none when all are inactive", [off], "off", undefined],
    ["is none without profiles", [], null, undefined],
  ])("%s", (...[, profiles, selectedId, chosen]) => {
    expect(chooseSelected(profiles, selectedId)).toBe(chosen);
  });
});

describe("§3 social platforms are read in all their shapes", () => {
  const both = [
    { platform: "instagram", url: "https://instagram.com/ana" },
    { platform: "x", url: "https://x.com/ana" },
  ];
  const byName = { Instagram: "https://instagram.com/ana", x: "x.com/ana" };

  it.each([
    ["an array", both, both],
    ["JSON of an array", JSON.stringify(both), both],
    ["an object", byName, both],
    ["JSON of an object", JSON.stringify(byName), both],
    ["an object of objects", { instagram: { url: "instagram.com/ana" } }, both.slice(0, 1)],
    [
      "names in any case",
      [{ platform: " TikTok ", url: "tiktok.com/@a" }],
      [{ platform: "tiktok", url: "https://tiktok.com/@a" }],
    ],
    [
      "§9 entries without url are hidden",
      [{ platform: "x" }, { platform: "x", url: "" }, { url: "a.com" }, ...both],
      both,
    ],
    ["§5 dangerous addresses are hidden", [{ platform: "x", url: "javascript:alert(1)" }, ...both], both],
    ["entries that are none", [null, 1, "x", [], ...both], both],
    ["values that are none", { x: null, y: 5, z: {} }, []],
    ["broken JSON", "[{", []],
    ["JSON of nothing", "null", []],
    ["null", null, []],
    ["undefined", undefined, []],
    ["a number", 7, []],
    ["text", "instagram", []],
  ])("%s", (_, value, read) => {
    expect(parseSocialPlatforms(value)).toEqual(read);
  });

  it("keeps at most fifty entries", () => {
    expect(parseSocialPlatforms(Array.from({ length: 5000 }, () => both[0]))).toHaveLength(50);
  });
});

it("§9 thirteen platforms have their own mark", () => {
  expect(SOCIAL_PLATFORMS.join(", ")).toBe(
    "facebook, instagram, twitter, x, linkedin, youtube, tiktok, snapchat, pinterest, whatsapp, telegram, discord, spotify",
  );
});

describe("theme settings", () => {
  const own = {
    theme_color: "#112233",
    text_color: "#FFF",
    button_color: "#abcdef",
    button_text_color: "#000",
  };

  it("are read from an object and from JSON", () => {
    const read = { ...DEFAULT_THEME, ...own, text_color: "#fff" };
    expect(parseThemeSettings(own)).toEqual(read);
    expect(parseThemeSettings(JSON.stringify(own))).toEqual(read);
  });

  it("have a known button style and shape, whatever else was stored", () => {
    const stored = { button_style: "outline", button_shape: "round;}" };
    expect(parseThemeSettings(stored)).toEqual({ ...DEFAULT_THEME, button_style: "outline" });
  });

  it("have a known look, whatever else was stored", () => {
    const look = {
      font: "lora",
      background_colors: ["#ABCDEF", "red", 5, "#000", "#111"],
      background_angle: 90,
    };
    expect(parseThemeSettings({ ...look, title_font: "x;}", pattern: null, header_layout: 5 })).toEqual({
      ...DEFAULT_THEME,
      ...look,
      background_colors: ["#abcdef", "#000"],
    });
    expect(parseThemeSettings({ font: {}, background_colors: "#000", background_angle: "1;}" })).toEqual(
      DEFAULT_THEME,
    );
  });

  it("§2 are white cards on a light purple if nobody has chosen", () => {
    expect(parseThemeSettings(null)).toMatchObject({ button_color: "#ffffff", button_text_color: "#2e1065" });
    expect(contrastRatio(DEFAULT_THEME.button_text_color, DEFAULT_THEME.button_color)).toBeGreaterThan(4.5);
  });

  it.each([
    "red",
    "#12345",
    "#1234567",
    "#12345678",
    "#ggg",
    "#fff;background:url(//x)",
    "#fff\n",
    "rgb(0,0,0)",
    "expression(alert(1))",
    "</style><script>",
    "",
    7,
    null,
    ["#fff"],
  ])("something that isn't a color becomes the default: %j", (color) => {
    expect(isColor(color)).toBe(false);
    expect(parseThemeSettings({ theme_color: color, button_color: color })).toEqual(DEFAULT_THEME);
  });

  it.each([undefined, "{", "[]", 5, [], { theme_color: {} }])(
    "unreadable input becomes the default: %j",
    (value) => {
      expect(parseThemeSettings(value)).toEqual(DEFAULT_THEME);
    },
  );
});

describe("contrast between two colors", () => {
  it.each([
    ["#000", "#fff", 21],
    ["#ffffff", "#FFF", 1],
    ["#777777", "#ffffff", 4.48],
    ["#fff", "#6366f1", 4.47],
    ["#ff0000", "#00f", 2.15],
  ])("%s and %s: %d", (a, b, ratio) => {
    expect(contrastRatio(a, b)).toBeCloseTo(ratio, 2);
    expect(contrastRatio(b, a)).toBeCloseTo(ratio, 2);
  });

  it("default text is readable on the default background", () => {
    expect(contrastRatio(DEFAULT_THEME.text_color, DEFAULT_THEME.theme_color)).toBeGreaterThan(4.5);
  });
});
