import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSocialPlatforms } from "./page/socials.ts";
import {
  chooseSelected,
  contrastRatio,
  DEFAULT_THEME,
  isColor,
  nextFreeUsername,
  profileLimitMessage,
  RESERVED_USERNAMES,
  readThemeSettings,
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

  it("and always is a possible username, free and within 30 characters", () => {
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
    const more = "terms-and-conditions cookie-policy api go assets media www static health metrics";
    const files = "robots.txt favicon.ico manifest.json sw.js advanced-sw.js";
    expect([...RESERVED_USERNAMES].sort()).toEqual(`${paths} ${more} ${files}`.split(" ").sort());
  });
});

it("§5 the refusal says how many active profiles there may be", () => {
  expect(profileLimitMessage(10)).toBe(
    "Profile creation limit reached. You can have up to 10 active profiles.",
  );
});

describe("§4 the selected profile", () => {
  const off = { id: "off", status: "inactive", is_active: true };
  const first = { id: "first", status: "active", is_active: false };
  const flagged = { id: "flagged", status: "active", is_active: true };

  it.each([
    ["stays while it is active", [flagged, first], "first", first],
    ["changes when it was deactivated", [off, first, flagged], "off", flagged],
    ["is the first active one flagged as active", [off, first, flagged], null, flagged],
    ["is the first active one when none is flagged", [off, first], undefined, first],
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
    expect(readSocialPlatforms(value)).toEqual(read);
  });

  it("keeps fifty entries at most", () => {
    expect(readSocialPlatforms(Array.from({ length: 5000 }, () => both[0]))).toHaveLength(50);
  });
});

it("§9 there are thirteen platforms with a mark of their own", () => {
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
    expect(readThemeSettings(own)).toEqual(read);
    expect(readThemeSettings(JSON.stringify(own))).toEqual(read);
  });

  it("hold a known style and shape of the buttons, whatever else was stored", () => {
    const stored = { button_style: "outline", button_shape: "round;}" };
    expect(readThemeSettings(stored)).toEqual({ ...DEFAULT_THEME, button_style: "outline" });
  });

  it("are white cards on purple where nobody has chosen", () => {
    expect(readThemeSettings(null)).toMatchObject({ button_color: "#ffffff", button_text_color: "#2e1065" });
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
  ])("a color that is none becomes the default: %j", (color) => {
    expect(isColor(color)).toBe(false);
    expect(readThemeSettings({ theme_color: color, button_color: color })).toEqual(DEFAULT_THEME);
  });

  it.each([undefined, "{", "[]", 5, [], { theme_color: {} }])(
    "what cannot be read is the default: %j",
    (value) => {
      expect(readThemeSettings(value)).toEqual(DEFAULT_THEME);
    },
  );
});

describe("contrast of two colors", () => {
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

  it("default text can be read on the default background", () => {
    expect(contrastRatio(DEFAULT_THEME.text_color, DEFAULT_THEME.theme_color)).toBeGreaterThan(4.5);
  });
});
