import { describe, expect, it } from "vitest";
import { certificateReason, isAllowedByRobots, outcomeOf, reasonOf, verdictOf } from "./rules.ts";

const now = new Date("2026-11-28T12:00:00.000Z");
const OK = { state: "ok", reason: null, failed_at: null } as const;
const failed = { kind: "failed", reason: "Answers 404" } as const;

describe("a link's checks", () => {
  it("make it dead by a second failure an hour after the first, and well again by one answer", () => {
    const first = verdictOf(OK, failed, { now, roll: 0 });
    expect(first).toEqual({
      state: "failing",
      reason: "Answers 404",
      failed_at: now.toISOString(),
      next_check_at: "2026-11-28T13:00:00.000Z",
    });
    const early = new Date("2026-11-28T12:30:00.000Z");
    expect(verdictOf(first, failed, { now: early, roll: 0 }).state).toBe("failing");
    const later = new Date("2026-11-28T13:00:00.000Z");
    const second = verdictOf(first, failed, { now: later, roll: 1 });
    expect(second).toMatchObject({ state: "dead", next_check_at: "2026-11-29T11:00:00.000Z" });
    expect(verdictOf(second, failed, { now: later, roll: 0 }).state).toBe("dead");
    expect(verdictOf(second, { kind: "ok" }, { now: later, roll: 0 })).toMatchObject(OK);
  });

  it("conclude nothing from a refusal, and come back when a server wants it", () => {
    const dead = { state: "dead", reason: "Answers 404", failed_at: now.toISOString() } as const;
    expect(verdictOf(dead, { kind: "unknown" }, { now, roll: 0 }).state).toBe("dead");
    const told = (retry_after_s: number) =>
      verdictOf(OK, { kind: "unknown", retry_after_s }, { now, roll: 0 }).next_check_at;
    expect([told(1), told(7200), told(1e9)]).toEqual([
      "2026-11-28T13:00:00.000Z",
      "2026-11-28T14:00:00.000Z",
      "2026-12-05T12:00:00.000Z",
    ]);
  });

  it.each([
    [200, "ok"],
    [204, "ok"],
    ...[401, 403, 429, 451, 503, 520, 999].map((status) => [status, "unknown"] as const),
    ...[302, 404, 410, 500, 502].map((status) => [status, "failed"] as const),
  ] as const)("take an answer of %s for %s", (status, kind) => {
    expect(outcomeOf(status, undefined).kind).toBe(kind);
  });

  it("say why in words", () => {
    expect(["ENOTFOUND", "ECONNREFUSED", "ERR_TLS_CERT_ALTNAME_INVALID", "ECONNRESET"].map(reasonOf)).toEqual(
      ["Name not found", "No server answers there", "Certificate isn’t valid", "Connection breaks off"],
    );
    const ended = (days: number) => certificateReason(new Date(now.getTime() - days * 86_400_000), now);
    expect([ended(0.5), ended(1), ended(3.9)]).toEqual([
      "Certificate ended today",
      "Certificate ended yesterday",
      "Certificate ended 3 days ago",
    ]);
  });

  it.each([
    ["User-agent: *\nDisallow: /", "/x", false],
    ["User-agent: *\nDisallow:", "/x", true],
    ["User-agent: *\nDisallow: /private", "/privately", false],
    ["User-agent: *\nDisallow: /\nAllow: /shop", "/shop/1", true],
    ["User-agent: Fanfare\nDisallow: /\n\nUser-agent: *\nAllow: /", "/x", false],
    ["User-agent: *\nDisallow: /\n\nUser-agent: a\nUser-agent: fanfare/1.0\nAllow: /", "/x", true],
    ["User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf", false],
    ["User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf?x", true],
    ["User-agent: *\nDisallow: /*?sort=", "/list?sort=up", false],
    ["<html>", "/x", true],
    [`User-agent: *\nDisallow: /${"*a".repeat(2000)}`, `/${"a".repeat(2000)}b`, false],
  ])("keep to robots.txt: %j", (text, path, isAllowed) => {
    expect(isAllowedByRobots(text, path)).toBe(isAllowed);
  });
});
