// @project server-postgres
import { describe, expect, it } from "vitest";
import { ROLES } from "#src/lib/access.ts";
import { translatorFor } from "#src/platform/languages.ts";
import { dataOf } from "./fan-out.ts";
import type { Facts, NotificationType } from "./notification-type.ts";
import { findNotificationType, NOTIFICATION_TYPE_NAMES, NOTIFICATION_TYPES } from "./notification-types.ts";

const facts = (given: Partial<Facts>): Facts => ({
  count: 1,
  actor: "",
  subject: "",
  subject_id: "",
  profile: "",
  profile_id: null,
  owner: "",
  isOwn: true,
  data: {},
  ...given,
});

describe("what a notification says", () => {
  it("names the fan and the page, or how many fans there are", () => {
    const { sentence } = NOTIFICATION_TYPES.fan;
    expect(sentence(facts({ subject: "Nora", profile: "Shop" }), "en-US")).toBe("Nora signed up on Shop");
    const many = facts({ count: 1200, subject: "Nora", profile: "Shop" });
    expect(sentence(many, "en-US")).toBe("1,200 new fans on Shop");
    expect(sentence(many, "de-DE")).toBe("1.200 new fans on Shop");
  });

  it("says whose team it's about", () => {
    const joined = { subject: "Ben", owner: "Olga", data: { role: "editor" } };
    expect(NOTIFICATION_TYPES.member_joined.sentence(facts(joined))).toBe(
      "Ben joined your team as an editor",
    );
    expect(NOTIFICATION_TYPES.member_joined.sentence(facts({ ...joined, isOwn: false }))).toBe(
      "Ben joined Olga’s team as an editor",
    );
    const promoted = { owner: "Olga", isOwn: false, data: { from: "editor", to: "marketer" } };
    expect(NOTIFICATION_TYPES.role_changed.sentence(facts(promoted))).toBe(
      "You’re now a marketer on Olga’s team",
    );
    const billing = { subject: "Ben", data: { role: "billing", to: "billing" } };
    expect(NOTIFICATION_TYPES.member_joined.sentence(facts(billing))).toBe(
      "Ben joined your team as a billing manager",
    );
    expect(NOTIFICATION_TYPES.role_changed.sentence(facts(billing))).toBe(
      "You’re now a billing manager on your team",
    );
  });

  it("still makes sense once everything that it was about is gone", () => {
    for (const name of NOTIFICATION_TYPE_NAMES) {
      const kind: NotificationType = NOTIFICATION_TYPES[name];
      const text = kind.sentence(facts({}), "en-US");
      expect(text, name).toMatch(/^[A-Z].*[^.]$/);
      expect(text, name).not.toMatch(/undefined|null| {2}|“”|\w A /);
    }
  });

  it("keeps a name of another direction from turning the sentence around", () => {
    expect(NOTIFICATION_TYPES.member_left.sentence(facts({ subject: "שרה" }))).toBe(
      "\u2068שרה\u2069 left your team",
    );
  });
});

it("only sign-ins on a new device are news", () => {
  const { isNews }: NotificationType = NOTIFICATION_TYPES.new_device;
  expect([true, false, undefined].map((is_new_device) => isNews?.({ is_new_device }))).toEqual([
    true,
    false,
    false,
  ]);
});

it("what’s stored besides ids is short words and numbers", () => {
  const payload = { role: "editor", left: 7, profile_id: "p", ids: ["a"], to: "x".repeat(50), from: null };
  expect(dataOf(payload)).toEqual({ role: "editor", left: 7 });
});

it("a kind that only a later version knows isn’t known", () => {
  expect(findNotificationType("fan")?.topic).toBe("fans");
  expect(findNotificationType("toString")).toBeUndefined();
});

it("every notification is said in Spanish, whatever it’s about, and with the names that people have", async () => {
  const say = await translatorFor("es");
  const names = { subject: "Nora", actor: "Ben", profile: "Mia", owner: "Olga" };
  const roles = [...ROLES, "member"].map((role) => ({ role, to: role }));
  const details = [{}, ...roles, { why: "complaints" }, { left: 3 }];
  const records = ["dkim", "spf,dmarc", "dkim,spf,dmarc"].map((why) => ({ why }));
  for (const name of NOTIFICATION_TYPE_NAMES) {
    const kind: NotificationType = NOTIFICATION_TYPES[name];
    const special = name === "mailbox_stopped" ? [{ to: "auth_failed" }] : [];
    for (const data of [...details, ...records, ...special]) {
      for (const given of [{}, { subject: "Nora", count: 12 }, { ...names, isOwn: false }, { ...names }]) {
        const english = kind.sentence(facts({ ...given, data }), "es");
        const spanish = say(english);
        expect(spanish, name).not.toBe(english);
        expect(spanish, name).not.toMatch(/\b(the|your|and|someone|gone|record)\b/i);
        for (const person of Object.values(names))
          expect(spanish.includes(person), english).toBe(english.includes(person));
      }
    }
  }
});
