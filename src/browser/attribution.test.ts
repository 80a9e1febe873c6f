import { describe, expect, it } from "vitest";
import { type BrowserEnvironment, captureReferral, findAttribution, withoutReferral } from "./attribution.ts";
import { forgetAttribution, restoreAttribution } from "./restore-attribution.ts";

function storeOf() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** A browser at `href`, with a clock that moves on demand. */
function browserAt(href: string) {
  const [local, session] = [storeOf(), storeOf()];
  const waiting: { action: () => void; ms: number }[] = [];
  const visits: string[] = [];
  let address = href;
  let time = new Date("2026-11-21T12:00:00Z");
  const browser: BrowserEnvironment = {
    href: () => address,
    userAgent: "Mozilla/5.0",
    referrer: "https://blog.example/",
    now: () => time,
    stores: [() => local, () => session],
    replaceAddress: (next) => {
      address = next;
    },
    later: (action, ms) => void waiting.push({ action, ms }),
    tellVisit: (code) => void visits.push(code),
  };
  return {
    browser,
    local,
    session,
    waiting,
    visits,
    address: () => address,
    passDays: (days: number) => {
      time = new Date(time.getTime() + days * 86_400_000);
    },
  };
}

describe("a referral's attribution", () => {
  it("§3 is a record of code, time, URL, user agent, and referrer in both storages", () => {
    const { browser, local, session } = browserAt("https://fans.example/?ref=NORA10&utm_source=mail#prices");
    captureReferral(browser);
    expect(JSON.parse(local.kept.get("fanfare.referral") ?? "")).toEqual({
      referralCode: "NORA10",
      timestamp: "2026-11-21T12:00:00.000Z",
      originalUrl: "https://fans.example/?ref=NORA10&utm_source=mail#prices",
      userAgent: "Mozilla/5.0",
      referrer: "https://blog.example/",
    });
    expect(session.kept).toEqual(local.kept);
  });

  it("§4 leaves the URL after 500 ms, while everything else in it stays", () => {
    const { browser, waiting, address } = browserAt(
      "https://fans.example/auth?next=%2Fa%20b&utm_ref=NORA10#top",
    );
    captureReferral(browser);
    expect(address()).toContain("utm_ref");
    expect(waiting.map(({ ms }) => ms)).toEqual([500]);
    waiting[0]?.action();
    expect(address()).toBe("https://fans.example/auth?next=%2Fa%20b#top");
  });

  it("removes it from the URL at that time, not from the one at the start", () => {
    const { browser, waiting, address } = browserAt("https://fans.example/?ref=NORA10");
    captureReferral(browser);
    browser.replaceAddress("https://fans.example/auth?ref=NORA10&next=%2F");
    waiting[0]?.action();
    expect(address()).toBe("https://fans.example/auth?next=%2F");
  });

  it("isn't stored for text that isn't a code, but leaves the URL anyway", () => {
    const { browser, local, waiting, address } = browserAt("https://fans.example/?ref=%3Cscript%3E");
    expect(captureReferral(browser)).toBeUndefined();
    expect(local.kept.size).toBe(0);
    waiting[0]?.action();
    expect(address()).toBe("https://fans.example/");
  });

  it("doesn't happen without a referral", () => {
    const { browser, local, waiting } = browserAt("https://fans.example/?href=ref&xref=1#ref=abc");
    captureReferral(browser);
    expect([local.kept.size, waiting.length]).toEqual([0, 0]);
  });

  it("§9 is forgotten after 30 days", () => {
    const { browser, passDays, local } = browserAt("https://fans.example/?ref=NORA10");
    captureReferral(browser);
    passDays(29.9);
    expect(findAttribution(browser)?.referralCode).toBe("NORA10");
    passDays(0.2);
    expect(findAttribution(browser)).toBeUndefined();
    expect(local.kept.size).toBe(0);
  });

  it("is found in either storage, whatever is in the other", () => {
    const { browser, local } = browserAt("https://fans.example/?ref=NORA10");
    captureReferral(browser);
    for (const broken of ["{", "null", '{"referralCode":1}', '"text"']) {
      local.kept.set("fanfare.referral", broken);
      expect(findAttribution(browser)?.referralCode).toBe("NORA10");
    }
  });

  it("counts as a visit once in a browser, and again for another code", () => {
    const { browser, visits } = browserAt("https://fans.example/?ref=NORA10");
    captureReferral(browser);
    captureReferral(browser);
    browser.replaceAddress("https://fans.example/?ref=MIA22");
    captureReferral(browser);
    expect(visits).toEqual(["NORA10", "MIA22"]);
  });

  it("comes back from the cookie, unless something newer is stored, and is forgotten once it's used", () => {
    const { browser, visits } = browserAt("https://fans.example/dashboard");
    restoreAttribution(browser, "NORA10");
    restoreAttribution(browser, "MIA22");
    expect(findAttribution(browser)?.referralCode).toBe("NORA10");
    expect(visits).toEqual([]);
    forgetAttribution(browser);
    expect(findAttribution(browser)).toBeUndefined();
  });

  it("breaks nothing where the browser stores nothing", () => {
    const { browser, waiting, address } = browserAt("https://fans.example/?ref=NORA10");
    const refusing = () => {
      throw new Error("SecurityError");
    };
    const poor = { ...browser, stores: [refusing, refusing] };
    expect(captureReferral(poor)?.referralCode).toBe("NORA10");
    expect(findAttribution(poor)).toBeUndefined();
    waiting[0]?.action();
    expect(address()).toBe("https://fans.example/");
  });
});

describe("a URL without its referral", () => {
  it.each([
    ["https://a.example/?ref=x", "https://a.example/"],
    ["https://a.example/?a=1&ref=x&b=%20+", "https://a.example/?a=1&b=%20+"],
    ["https://a.example/?ref=x&utm_ref=y#h#i", "https://a.example/#h#i"],
    ["https://a.example/?reference=x&q=a?ref=b", "https://a.example/?reference=x&q=a?ref=b"],
    ["https://a.example/", "https://a.example/"],
  ])("of %s is %s", (href, expected) => {
    expect(withoutReferral(href)).toBe(expected);
  });
});
