import { describe, expect, it } from "vitest";
import { checkWebhookUrl, reasonToDisable, WAITS_S, waitAfter } from "./rules.ts";

const NOW = new Date("2026-11-22T12:00:00Z");

it("a delivery is tried nine times, with growing waits, over two days", () => {
  expect(WAITS_S).toEqual([...WAITS_S].sort((a, b) => a - b));
  expect(WAITS_S.map((_, tries) => waitAfter(tries + 1))).toEqual(WAITS_S);
  expect(waitAfter(WAITS_S.length + 1)).toBeUndefined();
  expect(WAITS_S.reduce((sum, wait) => sum + wait)).toBeGreaterThan(44 * 3600);
});

describe("a webhook is turned off", () => {
  const failed = { status: 500, isLast: true, failingSince: "2026-11-21T12:00:00.000Z", now: NOW };

  it("once a delivery has used up its tries and nothing has gotten through for a day", () => {
    expect(reasonToDisable(failed)).toBe("failing");
    expect(reasonToDisable({ ...failed, isLast: false })).toBeUndefined();
    expect(reasonToDisable({ ...failed, failingSince: "2026-11-21T12:00:01.000Z" })).toBeUndefined();
  });

  it("at once if its receiver says that it’s gone", () => {
    expect(reasonToDisable({ status: 410, isLast: false, failingSince: NOW.toISOString(), now: NOW })).toBe(
      "gone",
    );
  });
});

describe("a webhook’s URL", () => {
  it.each([
    ["https://example.com/hooks", "https://example.com/hooks"],
    ["example.com/hooks", "https://example.com/hooks"],
    ["http://example.com", "insecure"],
    ["http://localhost:3000", "dangerous"],
    ["https://10.0.0.7/", "dangerous"],
    ["https://[::1]/", "dangerous"],
    ["https://user:word@example.com", "dangerous"],
    ["mailto:ada@example.com", "not_a_url"],
    ["ftp://example.com", "dangerous"],
    ["", "empty"],
  ])("%s is %s", (raw, expected) => {
    const checked = checkWebhookUrl(raw, false);
    expect(checked.ok ? checked.url : checked.reason).toBe(expected);
  });

  it("may be on this machine if the instance allows that", () => {
    expect(checkWebhookUrl("http://127.0.0.1:3000/hooks", true)).toMatchObject({ ok: true });
  });
});
