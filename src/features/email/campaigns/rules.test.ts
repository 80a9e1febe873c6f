import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canTransition } from "#src/features/email/delivery/rules.ts";
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
});

it("5.3.3 a campaign is missed once it's later than its account allows", () => {
  const at = "2026-05-01T10:00:00.000Z";
  expect(isMissed(at, new Date("2026-05-01T11:00:00Z"), 60)).toBe(false);
  expect(isMissed(at, new Date("2026-05-01T11:00:01Z"), 60)).toBe(true);
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
