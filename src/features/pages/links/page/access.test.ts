// @project unit
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accessChangesAt, admits, isListed, type LinkAccess, type Schedule, stateOf } from "./access.ts";

const FREE: LinkAccess = {
  schedule: null,
  expires_at: null,
  expires_clicks: null,
  expired_url: null,
  opened_count: 0,
  audience: null,
  has_password: false,
};
const schedule = (fields: Partial<Schedule>): LinkAccess => ({
  ...FREE,
  schedule: { from: null, until: null, time_zone: "UTC", windows: [], ...fields },
});
const at = (text: string) => Date.parse(text);
const stateAt = (access: LinkAccess, text: string) => stateOf(access, at(text));

describe("a link's time", () => {
  it("starts and ends at the very moment", () => {
    const access = schedule({ from: "2027-01-01T00:00:00Z", until: "2027-01-02T00:00:00Z" });
    const states = ["2026-12-31T23:59:59.999Z", "2027-01-01T00:00:00Z", "2027-01-01T23:59:59.999Z"];
    expect(states.map((text) => stateAt(access, text))).toEqual(["waiting", "open", "open"]);
    expect(stateAt(access, "2027-01-02T00:00:00Z")).toBe("waiting");
    const ending = { ...FREE, expires_at: "2027-01-01T00:00:00Z" };
    expect(stateAt(ending, "2026-12-31T23:59:59.999Z")).toBe("open");
    expect(stateAt(ending, "2027-01-01T00:00:00Z")).toBe("expired");
  });

  it.each([
    // A Friday.
    ["2027-01-01T20:59:00Z", "waiting"],
    ["2027-01-01T21:00:00Z", "open"],
    ["2027-01-02T00:59:59Z", "open"],
    ["2027-01-02T01:00:00Z", "waiting"],
    ["2027-01-02T21:30:00Z", "waiting"],
  ])("of Fridays from 22 to 2 in Berlin: at %s it's %s", (text, state) => {
    const windows = [{ days: [5], from: "22:00", until: "02:00" }];
    expect(stateAt(schedule({ time_zone: "Europe/Berlin", windows }), text)).toBe(state);
  });

  it("follows the clocks of its zone when they change", () => {
    const windows = [{ days: [1, 2, 3, 4, 5, 6, 7], from: "09:00", until: "10:00" }];
    const access = schedule({ time_zone: "Europe/Berlin", windows });
    expect(accessChangesAt({ access }, at("2027-03-27T12:00:00Z"))).toBe(at("2027-03-28T07:00:00Z"));
    expect(accessChangesAt({ access }, at("2027-03-26T12:00:00Z"))).toBe(at("2027-03-27T08:00:00Z"));
  });

  it("never changes between now and when it says that it does", () => {
    const time = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, "0")}:00`);
    const window = fc.record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      from: time,
      until: time,
    });
    const zone = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe");
    const moment = fc.integer({ min: at("2027-01-01T00:00Z"), max: at("2027-12-31T00:00Z") });
    fc.assert(
      fc.property(fc.array(window, { maxLength: 3 }), zone, moment, (windows, time_zone, now) => {
        const access = schedule({ windows, time_zone });
        const next = accessChangesAt({ access }, now);
        if (next === undefined) return;
        const state = stateOf(access, now);
        for (const share of [0.25, 0.5, 0.75, 1]) {
          const between = Math.floor(now + (next - 1 - now) * share);
          expect(stateOf(access, between)).toBe(state);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("decides what's on the page: nothing that has ended, unless it leads elsewhere", () => {
    const access = { ...FREE, expires_clicks: 3, opened_count: 3 };
    expect(isListed({ access }, 0)).toBe(false);
    expect(isListed({ access: { ...access, expired_url: "https://a.example" } }, 0)).toBe(true);
    expect([isListed({ access: null }, 0), isListed({}, 0), accessChangesAt({}, 0)]).toEqual([
      true,
      true,
      undefined,
    ]);
  });
});

describe("a link's audience", () => {
  const NOBODY = { allowed_devices: [], blocked_devices: [], allowed_apps: [], blocked_apps: [] };
  const audience = { ...NOBODY, allowed_languages: ["de"], blocked_languages: [] };
  const phone = { device: "mobile", app: "browser", language: "de" };
  it("leaves out whom it doesn't name, and nobody for what isn't known of them", () => {
    expect(admits(audience, phone)).toBe(true);
    expect(admits(audience, { ...phone, language: "en" })).toBe(false);
    expect(admits(audience, { ...phone, language: undefined })).toBe(true);
    expect(admits({ ...audience, blocked_devices: ["mobile"] }, phone)).toBe(false);
    expect(admits({ ...audience, allowed_devices: ["mobile"], blocked_devices: ["mobile"] }, phone)).toBe(
      false,
    );
  });
});
