// @project unit
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLICK_BATCH_EVENTS_MAX, cut, GEO_UNKNOWN, referrerHost, SESSION_ID_PATTERN } from "./rules.ts";
import { BOT_KINDS, BROWSERS, DEVICE_TYPES, parseUserAgent, SYSTEMS } from "./user-agent.ts";

const CLIENTS = readFileSync(new URL("./user-agents.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(" | ", 2) as [client: string, userAgent: string]);

describe("§3 what a user agent says", () => {
  it.each(CLIENTS)("%s: %s", (client, userAgent) => {
    const { device_type, browser, os, app, is_bot, bot_kind } = parseUserAgent(userAgent);
    expect([device_type, browser, os, app ?? "-", bot_kind].join(" ")).toBe(client);
    expect(is_bot).toBe(bot_kind !== "human");
  });

  it("comes from the specification's sets of values, whatever is sent", () => {
    const parts = CLIENTS.flatMap(([, userAgent]) => userAgent.split(/[ ;]/));
    const odd = parts.map(
      (part, at) => `${part} (${parts[(at * 7) % parts.length]}) ${parts[(at * 13) % parts.length]}`,
    );
    for (const userAgent of [
      ...parts,
      ...odd,
      "\u0000",
      "(".repeat(9000),
      "Mozilla/5.0 (".repeat(800),
      "🎸",
    ]) {
      const client = parseUserAgent(userAgent);
      expect(DEVICE_TYPES).toContain(client.device_type);
      expect(BROWSERS).toContain(client.browser);
      expect(SYSTEMS).toContain(client.os);
      expect(BOT_KINDS).toContain(client.bot_kind);
    }
  });

  it.each([undefined, "", "   "])("is nothing for an empty one, which counts as a bot: %j", (userAgent) => {
    expect(parseUserAgent(userAgent)).toEqual({
      device_type: "unknown",
      browser: "unknown",
      os: "unknown",
      app: null,
      is_bot: true,
      bot_kind: "bot",
    });
  });

  it("is parsed once", () => {
    const userAgent = CLIENTS[0]?.[1];
    expect(parseUserAgent(userAgent)).toBe(parseUserAgent(userAgent));
  });
});

it.each([
  ["https://www.instagram.com/ana?x=1", "instagram.com"],
  ["https://l.instagram.com/", "l.instagram.com"],
  ["http://WWW.Example.COM:8080/a", "example.com"],
  ["https://münchen.de/", "xn--mnchen-3ya.de"],
  ["android-app://com.twitter.android", "com.twitter.android"],
  ["android-app://com.google.android.gm/", "com.google.android.gm"],
  ["https://user:secret@example.com/", "example.com"],
  [`https://${"a".repeat(60)}.${"b".repeat(60)}.com/`, `${"a".repeat(60)}.${"b".repeat(39)}`],
  ["about:blank", ""],
  ["javascript:alert(1)", ""],
  ["file:///etc/passwd", ""],
  ["rubbish", ""],
  ["", ""],
  [undefined, ""],
])("a referrer is known by its host: %j", (referrer, host) => {
  expect(referrerHost(referrer)).toBe(host);
});

it("§3 user agent and referrer are cut to 500 characters", () => {
  expect(cut("a".repeat(600))).toHaveLength(500);
  expect(cut("a\u0000b\ud800c👍", 4)).toBe("abc");
  expect(cut("a\u0000b\ud800c👍", 5)).toBe("abc👍");
});

it("a session id is one to 64 letters, digits, dashes, and underscores", () => {
  expect(["a", "A-b_9", "x".repeat(64)].every((id) => SESSION_ID_PATTERN.test(id))).toBe(true);
  expect(["", "x".repeat(65), "a b", "a\n", "é", "../x"].some((id) => SESSION_ID_PATTERN.test(id))).toBe(
    false,
  );
});

it("§3 an unknown place is UNKNOWN, and a call carries a hundred events", () => {
  expect([GEO_UNKNOWN, CLICK_BATCH_EVENTS_MAX]).toEqual(["UNKNOWN", 100]);
});
