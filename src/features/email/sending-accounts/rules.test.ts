import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateDkim, evaluateDmarc, evaluateSpf, keyRecord, quotedParts } from "./dns/dkim-rules.ts";
import { hostOf } from "./limits/provider-throttle-rules.ts";
import {
  canTransition,
  countBounce,
  daysFor,
  dayThrough,
  exceedsBounceRate,
  NO_COUNTS,
  NO_LIMITS,
  reserve,
  STATES,
  sentIn,
  WINDOWS,
  warmUpLimit,
} from "./rules.ts";
import { classifyReply, isThrottlingReply } from "./send/reply-rules.ts";
import { isVerifiedBySignIn } from "./verification/address-verification-rules.ts";

const START = new Date("2026-11-23T08:00:00Z");

it("the receiving host is what follows the last @", () => {
  expect(hostOf('"a@b"@Fans.Example')).toBe("fans.example");
});

describe("what a mail server’s answer means", () => {
  it.each([
    ["550 5.1.1 <a@b.example>: user unknown", "hard"],
    ["450 4.2.2 Mailbox full", "soft"],
    ["550 5.7.1 Message blocked because of spam", "policy"],
    ["554 5.7.26 Unauthenticated e-mail isn't accepted", "policy"],
    ["421 4.7.28 Unusual rate of e-mail", "soft"],
    ["250 2.0.0 OK", "accepted"],
    ["550 no such user here", "hard"],
    // A full inbox, a limit of ours, or what the e-mail says isn't a dead address.
    ["552 storage exceeded", "soft"],
    ["552 5.2.2 The email account is over quota", "soft"],
    ["550 5.4.5 Daily user sending limit exceeded", "limit"],
    ["550 5.7.232 You have exceeded your tenant external recipient rate limit", "limit"],
    ["554 transaction failed", "policy"],
    ["552 5.3.4 Message too big", "policy"],
    ["554 5.6.0 Invalid content", "policy"],
    ["550 5.1.8 Who are you", "policy"],
    ["550 5.2.1 The account is disabled", "hard"],
    ["451 try later", "soft"],
    ["421 closing", "soft"],
    ["535 5.7.8 Username and password not accepted", "auth"],
    ["530 Authentication required", "auth"],
    // An enhanced code wins over the code in front of it.
    ["550 4.4.7 expired", "soft"],
    // In a bounce, there may be neither.
    ["The user does not exist", "hard"],
    ["Your message looks like spam", "policy"],
    ["Something happened", "soft"],
    ["", "soft"],
    ["�garbage \u0000", "soft"],
    // A version or an IP address isn't a code.
    ["mx 5.10.2.3 says no", "soft"],
  ])("5.10.8 %s: %s", (text, kind) => {
    const code = /^\d{3}/.exec(text)?.[0];
    expect(classifyReply({ code: code ? Number(code) : undefined, text }).kind).toBe(kind);
  });

  it("5.10.8 a refusal of the recipient counts against the address, one of the e-mail doesn’t", () => {
    const kind = (text: string, isAboutRecipient: boolean) =>
      classifyReply({ code: 550, text, isAboutRecipient }).kind;
    expect([kind("sorry", true), kind("sorry", false), kind("blocked by us", true)]).toEqual([
      ...["hard", "policy", "policy"],
    ]);
  });

  it("5.1.10 a limit of ours slows the account down, somebody’s full inbox doesn’t", () => {
    const slow = (text: string) => isThrottlingReply({ code: 550, text });
    expect([
      slow("5.4.5 Daily user sending limit exceeded"),
      slow("5.7.1 Recipient limit exceeded"),
      slow("5.2.2 mailbox quota exceeded"),
      slow("5.1.1 No such user"),
    ]).toEqual([true, true, false, false]);
  });

  it("keeps the server’s own words, in one line", () => {
    expect(classifyReply({ code: 550, text: "550-5.1.1 No\r\n550 such user" }).words).toBe(
      "550-5.1.1 No 550 such user",
    );
    expect(classifyReply({}).words).toBe("The server refused it for now");
  });
});

describe("how much a sending account may send", () => {
  it("5.10.12 never more than its limits, in any second, minute, hour or day", () => {
    const limits = fc.record({
      per_second: fc.option(fc.integer({ min: 1, max: 5 })),
      per_minute: fc.option(fc.integer({ min: 1, max: 20 })),
      per_hour: fc.option(fc.integer({ min: 1, max: 60 })),
      per_day: fc.option(fc.integer({ min: 1, max: 100 })),
    });
    const asks = fc.array(
      fc.record({
        after: fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 20_000_000 })),
        wanted: fc.integer({ min: 1, max: 30 }),
      }),
      { maxLength: 60 },
    );
    const spans = { per_second: 1000, per_minute: 60_000, per_hour: 3_600_000, per_day: 86_400_000 };
    fc.assert(
      fc.property(limits, asks, (limits, asks) => {
        let counts = NO_COUNTS;
        let now = START.getTime();
        const sent: { at: number; n: number }[] = [];
        for (const { after, wanted } of asks) {
          now += after;
          const taken = reserve({ counts, limits }, wanted, new Date(now));
          counts = taken.counts;
          sent.push({ at: now, n: taken.granted });
          for (const window of WINDOWS) {
            const within = sent.filter(({ at }) => at > now - spans[window]);
            const total = within.reduce((sum, { n }) => sum + n, 0);
            expect(total).toBeLessThanOrEqual(limits[window] ?? Number.POSITIVE_INFINITY);
          }
        }
      }),
    );
  });

  it("says when the next may go, and keeps that promise", () => {
    const limits = { ...NO_LIMITS, per_minute: 3 };
    const first = reserve({ counts: NO_COUNTS, limits }, 5, START);
    expect(first).toMatchObject({ granted: 3, next_at: START.getTime() + 61_000 });
    const again = (at: number) => reserve({ counts: first.counts, limits }, 5, new Date(at)).granted;
    expect([again(START.getTime() + 60_999), again(START.getTime() + 61_000)]).toEqual([0, 3]);
  });

  it("isn’t more because the clock jumped back", () => {
    const limits = { ...NO_LIMITS, per_hour: 2 };
    const { counts } = reserve({ counts: NO_COUNTS, limits }, 2, START);
    const earlier = new Date(START.getTime() - 3_600_000);
    expect(reserve({ counts, limits }, 1, earlier).granted).toBe(0);
    expect(sentIn(counts, "per_day", earlier)).toBe(2);
  });

  it("isn’t more because another process’s clock is ahead", () => {
    const limits = { ...NO_LIMITS, per_second: 10 };
    let counts = NO_COUNTS;
    const granted = Array.from({ length: 20 }, (_, step) => {
      const at = START.getTime() + Math.floor(step / 2) * 100 + (step % 2 ? 2500 : 0);
      const taken = reserve({ counts, limits }, 10, new Date(at));
      counts = taken.counts;
      return taken.granted;
    });
    // One full window for each of the two clocks, at most.
    expect(granted.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(20);
  });

  it("§9 isn’t less for longer than its window because the clock jumped back", () => {
    const limits = { ...NO_LIMITS, per_minute: 2 };
    const before = reserve({ counts: NO_COUNTS, limits }, 2, START);
    const earlier = START.getTime() - 86_400_000;
    const refused = reserve({ counts: before.counts, limits }, 1, new Date(earlier));
    expect(refused).toMatchObject({ granted: 0, next_at: earlier + 61_000 });
    const again = (at: number) => reserve({ counts: refused.counts, limits }, 2, new Date(at)).granted;
    expect([again(earlier + 60_999), again(earlier + 61_000)]).toEqual([0, 2]);
  });

  it("5.1.7 doubles every day while it warms up: 50, 100, 200, until the plan is over", () => {
    const on = (day: number) =>
      warmUpLimit(START.toISOString(), new Date(START.getTime() + day * 86_400_000));
    expect([0, 0.9, 1, 2, 9, 10].map(on)).toEqual([50, 50, 100, 200, 25_600, null]);
    expect(warmUpLimit(null, START)).toBeNull();
  });

  it("5.1.7 loses at most 2% in a week, of a hundred at least", () => {
    const cases = [
      ...[
        exceedsBounceRate(2, 3),
        exceedsBounceRate(3, 3),
        exceedsBounceRate(3, 149),
        exceedsBounceRate(3, 150),
      ],
      ...[exceedsBounceRate(20, 1000), exceedsBounceRate(21, 1000)],
    ];
    expect(cases).toEqual([false, true, true, false, false, true]);
    const { counts } = reserve({ counts: NO_COUNTS, limits: NO_LIMITS }, 40, START);
    const both = countBounce(counts, START);
    const daysLater = (days: number) =>
      (["bounced", "per_week"] as const).map((name) =>
        sentIn(both, name, new Date(START.getTime() + days * 86_400_000)),
      );
    expect([daysLater(6.9), daysLater(7.3)]).toEqual([
      [1, 40],
      [0, 0],
    ]);
  });
});

it("5.1.2 says in how many days so many go out, warm-up and shorter windows included", () => {
  const from = (count: number, left: number | null, limits: (number | null)[]) =>
    daysFor([{ count, limitOn: (day) => (day === 0 ? left : (limits[day] ?? null)) }], () => null);
  expect([from(500, null, []), from(500, 500, [500]), from(501, 500, [500, 500])]).toEqual([1, 1, 2]);
  expect(from(1000, 0, [50, 100, 200, 400, 800])).toBe(5);
  expect(from(1000, 0, [50])).toBe(2);
  // Several at once, and what a new account may send with all of them.
  const two = [
    { count: 6, limitOn: () => 2 },
    { count: 1, limitOn: () => null },
  ];
  expect([daysFor(two, () => null), daysFor(two, () => 1)]).toEqual([3, 7]);
  const slow = { per_second: null, per_minute: 1, per_hour: 100, per_day: null };
  expect([dayThrough(slow), dayThrough(NO_LIMITS)]).toEqual([1440, null]);
});

it("5.1.10 what was turned off, or refused a sign-in, doesn’t slow down or recover by itself", () => {
  const from = (state: (typeof STATES)[number]) => STATES.filter((to) => canTransition(state, to));
  expect(from("disabled")).toEqual(["unverified", "active"]);
  expect(from("auth_failed")).not.toContain("throttled");
  expect(from("unverified")).not.toContain("throttled");
  for (const state of STATES) expect(canTransition(state, state)).toBe(false);
});

describe("records of a sender’s domain", () => {
  it("a key counts only if it’s the one record of its name, whole, and not of another version", () => {
    const states = (texts: string[] | undefined) => evaluateDkim(texts, "AAAABBBB").state;
    expect(states(["v=DKIM1; k=rsa; p=AAAABBBB"])).toBe("good");
    expect(states([" k=rsa ; p=AAAA BBBB; "])).toBe("good");
    for (const text of ["v=DKIM1; p=AAAA", "v=DKIM2; p=AAAABBBB", "v=DKIM1; p=", "p", "="])
      expect(states([text])).toBe("wrong");
    expect(states(["p=AAAABBBB", "p=CCCC"])).toBe("wrong");
    expect([states([]), states(undefined)]).toEqual(["missing", "unknown"]);
    expect(evaluateDkim(["p=AAAA"], "AAAABBBB").words).toContain("cut short");
    const value = keyRecord("x".repeat(392));
    expect(
      quotedParts(value)
        .match(/"[^"]+"/g)
        ?.map((part) => part.length - 2),
    ).toEqual([255, value.length - 255]);
  });

  it.each([
    [evaluateSpf, [], "missing"],
    [evaluateSpf, ["v=spf10 -all", "google-site-verification=v=spf1"], "missing"],
    [evaluateSpf, ["v=spf1 -all", "V=SPF1 ~all"], "wrong"],
    [evaluateSpf, ["v=spf1 +all"], "wrong"],
    [evaluateSpf, ["v=spf1 include:small.example ~all"], "good"],
    [evaluateDmarc, ["v=DMARC1; rua=mailto:a@b.example"], "wrong"],
    [evaluateDmarc, ["v=DMARC1; sp=none; p = Reject"], "good"],
    [evaluateDmarc, ["v=DMARC1;p=none", "v=DMARC1;p=reject"], "wrong"],
    [evaluateDmarc, undefined, "unknown"],
  ] as const)("%o says of %j that it’s %s", (judge, texts, state) => {
    expect(judge(texts as string[] | undefined).state).toBe(state);
  });
});

it.each([
  "550 relay not permitted",
  "550 Sender verify failed",
  "550 Administrative prohibition",
  "550 authentication required",
  "550 Sender address rejected",
  "554 Relay access denied",
  "554 blocked: in a black list at lists.example",
])("5.10.8 “%s” is about the sender, and no address is dead", (text) => {
  expect(classifyReply({ code: 550, text, isAboutRecipient: true }).kind).toBe("policy");
});

it("5.10.8 a megabyte of words is read from its start", () => {
  const text = `550 ${"mailbox ".repeat(130_000)}`;
  expect(classifyReply({ code: 550, text }).kind).toBe("policy");
});

it("signing in proves an address at its provider, or at the server that receives its e-mail", () => {
  const proves = (host: string, mx: string[] = [], username = "Mia@bank.example") =>
    isVerifiedBySignIn({ host, username, from_address: "mia@bank.example" }, mx);
  expect([proves("smtp.gmail.com"), proves("mail.bank.example", ["mail.bank.example"])]).toEqual([
    true,
    true,
  ]);
  expect([
    proves("smtp.evil.example"),
    proves("smtp.bank.example", ["mail.bank.example"]),
    proves("smtp.gmail.com", [], "apikey"),
  ]).toEqual([false, false, false]);
});
