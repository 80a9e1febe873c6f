import { describe, expect, it } from "vitest";
import { referralCodeIn } from "#src/features/money/entitlements/rules.ts";
import { DAY_MS } from "#src/lib/time.ts";
import {
  abuseFlags,
  inboxOf,
  isReferrable,
  POPUP_COUNT_NEVER,
  popupDue,
  referralLink,
  refuseCode,
} from "./rules.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

describe("a referral code that somebody chooses", () => {
  it.each(["MIA", "nora-sings", "a_b", "x".repeat(30), "2026tour"])("may be %s", (code) => {
    expect(refuseCode(code)).toBeUndefined();
    // Otherwise its own link wouldn't work.
    expect(referralCodeIn(new URL(referralLink("https://fans.example", code)).search)).toBe(code);
  });

  it.each([
    "",
    "ab",
    "x".repeat(31),
    "-mia",
    "mia-",
    "mia x",
    "mía",
    "mia\u0000",
    "../auth",
    "mia&x=1",
    "<b>x</b>",
  ])("can't be %j", (code) => {
    expect(refuseCode(code)).toBe("CODE_INVALID");
  });

  it.each(["admin", "Dashboard", "FANFARE", "support", "api"])("can't be ours: %s", (code) => {
    expect(refuseCode(code)).toBe("CODE_RESERVED");
  });
});

describe("the referral popup", () => {
  const shown = (count: number, days: number) => ({ count, lastAt: daysAgo(days).toISOString() });
  const due = (history: ReturnType<typeof shown> | null, hasProfile = true) =>
    popupDue({ hasProfile, shown: history }, NOW);

  it("§4 comes with the first profile if it was never shown before", () => {
    expect(due(null)).toBe("first_profile");
    expect(due(null, false)).toBe("waiting");
  });

  it("§4 comes back whether or not there's still a profile", () => {
    expect(due(shown(1, 4), false)).toBe("periodic");
    expect(due(shown(1, 2), false)).toBeNull();
    expect(due(shown(5, 4), false)).toBeNull();
  });

  it("§9 comes back more than 3 days later, and no more than 5 times in all", () => {
    expect(due(shown(1, 3))).toBeNull();
    expect(due(shown(1, 3.001))).toBe("periodic");
    expect(due(shown(4, 4))).toBe("periodic");
    expect(due(shown(5, 4))).toBeNull();
    expect(due(shown(5, 4000))).toBeNull();
  });

  it("§4 never comes back after “Don't show this again”", () => {
    expect(due(shown(POPUP_COUNT_NEVER, 1000))).toBeNull();
  });
});

describe("a referral", () => {
  it("is for accounts that are at most 30 days old", () => {
    expect(isReferrable(daysAgo(0), NOW)).toBe(true);
    expect(isReferrable(daysAgo(30), NOW)).toBe(true);
    expect(isReferrable(daysAgo(30.01), NOW)).toBe(false);
  });

  const innocent = {
    referrer: "nora",
    shared: [],
    emails: { referrer: "nora@example.com", referred: "mia@example.com" },
    isMutual: false,
  };
  const from = (kind: "address" | "agent" | "device", ...people: string[]) =>
    people.map((user_id) => ({ user_id, kind }));

  it("isn't suspicious because friends sit in the same room", () => {
    expect(abuseFlags(innocent)).toEqual([]);
    expect(abuseFlags({ ...innocent, shared: from("address", "nora", "zoe", "ida") })).toEqual([]);
    expect(abuseFlags({ ...innocent, shared: from("agent", "zoe") })).toEqual([]);
  });

  it("is flagged for the referrer's own browser, a device or an address used before, an inbox, and a swap", () => {
    const flagged = (more: object) => abuseFlags({ ...innocent, ...more });
    expect(flagged({ shared: from("agent", "nora") })).toEqual(["referrers_browser"]);
    expect(flagged({ shared: from("device", "zoe") })).toEqual(["same_device"]);
    expect(flagged({ shared: from("address", "zoe", "ida", "eva", "zoe") })).toEqual(["same_address"]);
    const emails = { referrer: "nora@example.com", referred: "Nora+2@example.com" };
    expect(flagged({ emails })).toEqual(["same_inbox"]);
    expect(flagged({ isMutual: true })).toEqual(["mutual"]);
  });

  it.each([
    ["Mia.X+two@Gmail.com", "miax@gmail.com"],
    ["m.i.a@googlemail.com", "mia@gmail.com"],
    ["m.i.a@example.com", "m.i.a@example.com"],
    ["nobody", "nobody@"],
  ])("knows where e-mail to %s ends up", (email, inbox) => {
    expect(inboxOf(email)).toBe(inbox);
  });
});
