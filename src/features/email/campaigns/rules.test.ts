import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canTransition,
  DELIVERY_STATES,
  DELIVERY_TRANSITIONS,
  RETRY_WAITS_S,
  waitAfter,
} from "#src/features/email/delivery/rules.ts";
import {
  isMachineClick,
  isMachineOpen,
  isPictureProxy,
  isScannerName,
} from "#src/features/email/delivery/tracking/machine-rules.ts";
import { CAMPAIGN_STATES, CAMPAIGN_TRANSITIONS, isMissed, mayVary } from "./rules.ts";

/** The states a thing goes through on a random walk of allowed moves. */
function walk<State extends string>(
  moves: Readonly<Record<State, readonly State[]>>,
  start: State,
  choices: number[],
): State[] {
  const path = [start];
  for (const choice of choices) {
    const next = moves[path.at(-1) as State];
    if (next.length === 0) break;
    path.push(next[choice % next.length] as State);
  }
  return path;
}

const choices = fc.array(fc.nat(20), { maxLength: 30 });

describe("the state machines", () => {
  it("5.9 every state of a campaign can be reached, and no move leaves the table", () => {
    const reached = new Set(["draft"]);
    fc.assert(
      fc.property(choices, (choices) => {
        const path = walk(CAMPAIGN_TRANSITIONS, "draft", choices);
        for (const [index, to] of path.entries())
          if (index > 0)
            expect(canTransition(CAMPAIGN_TRANSITIONS, path[index - 1] ?? "draft", to)).toBe(true);
        for (const state of path) reached.add(state);
      }),
      { numRuns: 500 },
    );
    expect([...reached].sort()).toEqual([...CAMPAIGN_STATES].sort());
  });

  it("5.9 a campaign is prepared before it's sent, and a canceled one stays canceled", () => {
    fc.assert(
      fc.property(choices, (choices) => {
        const path = walk(CAMPAIGN_TRANSITIONS, "draft", choices);
        const sending = path.indexOf("sending");
        if (sending >= 0) expect(path.slice(0, sending)).toContain("preparing");
        const canceled = path.indexOf("canceled");
        if (canceled >= 0) expect(canceled).toBe(path.length - 1);
      }),
    );
  });

  it("5.9 nothing is handed over without a lease, and what arrived is never sent again", () => {
    const arrived = ["handed_over", "delivered", "bounced_soft", "bounced_hard", "complained"];
    fc.assert(
      fc.property(choices, (choices) => {
        const path = walk(DELIVERY_TRANSITIONS, "pending", choices);
        const handed = path.findIndex((state) => arrived.includes(state));
        if (handed < 0) return;
        expect(path.slice(0, handed)).toContain("leased");
        for (const state of path.slice(handed)) expect(arrived).toContain(state);
      }),
    );
    expect(Object.keys(DELIVERY_TRANSITIONS).sort()).toEqual([...DELIVERY_STATES].sort());
  });
});

it("5.10.13 waits are 1, 5 and 30 minutes, 2 and 8 hours, and then none", () => {
  expect(RETRY_WAITS_S.map((seconds) => seconds / 60)).toEqual([1, 5, 30, 120, 480]);
  expect([1, 5, 6].map(waitAfter)).toEqual([60, 8 * 3600, undefined]);
});

it("5.3.3 a campaign is missed once it's later than its account allows", () => {
  const at = "2026-05-01T10:00:00.000Z";
  expect(isMissed(at, new Date("2026-05-01T11:00:00Z"), 60)).toBe(false);
  expect(isMissed(at, new Date("2026-05-01T11:00:01Z"), 60)).toBe(true);
});

it("5.11 a click is a machine's if two of three signs say so", () => {
  const handedOverAt = "2026-05-01T10:00:00.000Z";
  const signs = (seconds: number, linksAround: number, isScanner: boolean) => ({
    handedOverAt,
    at: new Date(Date.parse(handedOverAt) + seconds * 1000).toISOString(),
    linksAround,
    isScanner,
    isTrapped: false,
  });
  for (const [seconds, links, isScanner, isMachine] of [
    [1, 1, false, false],
    [60, 3, false, false],
    [60, 1, true, false],
    [1, 3, false, true],
    [1, 1, true, true],
    [60, 3, true, true],
    [60, 2, true, false],
  ] as const)
    expect([seconds, links, isScanner, isMachineClick(signs(seconds, links, isScanner))]).toEqual([
      ...[seconds, links, isScanner, isMachine],
    ]);
  expect(isMachineClick({ ...signs(60, 1, false), isTrapped: true })).toBe(true);
  const opens = (seconds: number, isScanner: boolean, isProxy: boolean) =>
    isMachineOpen({ ...signs(seconds, 0, isScanner), isProxy });
  expect([opens(1, false, false), opens(60, true, false), opens(60, false, false)]).toEqual([
    ...[true, true, false],
  ]);
  // What Gmail's proxy loads as the e-mail comes in, nobody has opened.
  expect([opens(5, false, false), opens(5, false, true), opens(60, false, true)]).toEqual([
    false,
    true,
    false,
  ]);
});

it("5.11 programs that load every picture are known by their names, and people's aren't", () => {
  const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
  const proxy = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";
  expect(["Mozilla/5.0", "", "Barracuda Sentinel (EE)"].map(isScannerName)).toEqual(Array(3).fill(true));
  expect([chrome, proxy].map(isScannerName)).toEqual([false, false]);
  expect([chrome, proxy, "YahooMailProxy; https://help.yahoo.com/"].map(isPictureProxy)).toEqual([
    ...[false, true, true],
  ]);
});

describe("5.10.17 whether staff see all that an e-mail says", () => {
  it.each([
    `Dear {{ contact.first_name | default: "you" }}, {{contact.name|default:'friend'}}`,
    "{{ sender.name }}, {{ sender.postal_address }}",
    '<a href="{{ unsubscribe_url }}">Leave</a> <a href="{{ preferences_url }}">Less</a> {{ view_in_browser_url }}',
    "{ nothing } to 100%",
  ])("%s says the same to everybody", (written) => {
    expect(mayVary(written)).toBe(false);
  });

  it.each([
    '{{ contact.email | default: "}" | truncate: 1, "Your bank account is locked" | remove: "}" }}',
    "{{ contact.fields.body }}",
    `{{ contact.name | default: "{{ contact.name }}" }}`,
    "{{ contact.name | default: contact.fields.body }}",
    '{{ contact.name | default: "a" | append: "b" }}',
    "{{{{ contact.name }} contact.fields.body }}",
    '{% if contact.email == "" %}Nice{% endif %}',
  ])("%s may say anything to readers", (written) => {
    expect(mayVary(written)).toBe(true);
  });
});
