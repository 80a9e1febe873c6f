/* What goes on by itself in `automation-killed`: sequences, one with a running test, a segment, and 50 rules. */
import { HTML } from "#test/nodes/campaign-crash.ts";

export const PARTS = 5;
/** Only these fans wait for a day, and only for those with these digits is another server called. */
const PATIENT_PART = 0;
export const CALLED = "77";
const BUDGET = 100_000;

const mail = (subject: string) => ({ mode: "html", subject, html: HTML });
const send = (id: string, subject: string) => ({ id, type: "send", mail: mail(subject) });
const tag = (id: string, name: string) => ({ id, type: "tag", action: "add", tag: name });
const onTag = (name: string) => ({ type: "tag", action: "added", tag: name });
const HAS_SEVEN = { attribute: "email", operator: "contains", value: "7" };
const DAY = { kind: "for", amount: 1, unit: "days", time: null };

/** Takes a minute, in which everyone is inside. */
export const welcome = (mailbox_id: string) => ({
  mailbox_id,
  triggers: [
    { type: "lead", profile_ids: [] },
    { type: "tag", tag: "imported" },
  ],
  steps: [
    { ...send("first", "Welcome A"), test: { versions: [{ subject: "Welcome B" }], metric: "clicks" } },
    tag("greet", "welcomed"),
    { id: "minute", type: "wait", wait: { ...DAY, unit: "minutes" } },
    {
      id: "seven",
      type: "branch",
      condition: HAS_SEVEN,
      yes: [{ id: "field", type: "field", key: "half", value: "seven" }],
      no: [{ id: "task", type: "task", title: "Call them", days: 1 }],
    },
    {
      id: "parts",
      type: "split",
      parts: Array.from({ length: PARTS }, (_, part) => ({
        share: 1,
        steps: [tag(`part${part}`, `part ${part}`)],
      })),
    },
    send("second", "Second"),
    tag("through", "through"),
  ],
});
/** How many of those steps each of them takes. */
export const WELCOME_STEPS = 9;

export const circle = (mailbox_id: string, segment_id: string) => ({
  mailbox_id,
  triggers: [{ type: "segment", segment_id }],
  steps: [send("only", "Circle"), tag("circle", "circled")],
});

export const tea = (mailbox_id: string) => ({ mailbox_id, steps: [send("only", "Tea")] });

/** Whoever comes to have a part's tag waits in it for a day. */
export const waiting = (mailbox_id: string, subject: string, late_hours: number | null) => ({
  mailbox_id,
  late_hours,
  triggers: [{ type: "tag", tag: `part ${PATIENT_PART}` }],
  steps: [{ id: "day", type: "wait", wait: DAY }, send("only", subject)],
});

interface Course {
  mailbox_id: string;
  segment_id: string;
  tea_id: string;
  /** Where the rule with a webhook calls. */
  url: string;
}

type Doing = (name: string) => object;
const adds =
  (text: string): Doing =>
  () =>
    tag("a", text);
const mails =
  (subject: string): Doing =>
  () =>
    send("a", subject);
const fills =
  (value: string): Doing =>
  () => ({ id: "a", type: "field", key: "mood", value });
const scores =
  (points: number): Doing =>
  () => ({ id: "a", type: "score", points });
// Named by the rule, so that each can be counted.
const notes: Doing = (text) => ({ id: "a", type: "note", text });
const tasks: Doing = (title) => ({ id: "a", type: "task", title, days: 1 });

/** Points by what they're for, so that a score tells what was done twice or never. */
export const POINTS = { welcomed: 1, lead: 100, added: 1000 };

/** The drafts of 50 rules, several of which act on each event. */
export function rulesOf({ mailbox_id, segment_id, tea_id, url }: Course): object[] {
  const welcomed = onTag("welcomed");
  const entered = { type: "segment", action: "entered", segment_id };
  const lead = { type: "lead", profile_ids: [] };
  const added = { type: "contact_added" };
  const rules: { trigger: object; act: Doing; more?: object }[] = [
    ...[adds("chain 0"), fills("happy"), tasks, mails("Gift"), scores(POINTS.welcomed)].map((act) => ({
      trigger: welcomed,
      act,
    })),
    {
      trigger: welcomed,
      act: () => ({ id: "a", type: "webhook", url, body: "" }),
      more: { condition: { ...HAS_SEVEN, value: CALLED } },
    },
    { trigger: entered, act: () => ({ id: "a", type: "start_sequence", sequence_id: tea_id }) },
    { trigger: entered, act: adds("inside") },
    ...[notes, tasks].map((act) => ({ trigger: entered, act, more: { condition: HAS_SEVEN } })),
    ...[adds("by form"), scores(POINTS.lead), notes, tasks].map((act) => ({ trigger: lead, act })),
    ...[notes, scores(POINTS.added)].map((act) => ({ trigger: added, act })),
    ...[0, 1, 2, 3].map((at) => ({ trigger: onTag(`chain ${at}`), act: adds(`chain ${at + 1}`) })),
    ...[notes, adds("in a mood")].map((act) => ({ trigger: { type: "field", key: "mood" }, act })),
    ...[notes, tasks, adds("seen")].map((act) => ({ trigger: onTag("vip"), act })),
    {
      trigger: onTag(`part ${PATIENT_PART}`),
      act: notes,
      more: { first: [{ id: "w", type: "wait", wait: DAY }] },
    },
  ];
  for (let at = 0; rules.length < RULES; at++) {
    const trigger = onTag(`part ${at % PARTS}`);
    const acts = [mails(`Part ${at % PARTS}`), tasks, notes, adds(`done ${at}`), notes, tasks];
    rules.push({ trigger, act: acts[Math.floor(at / PARTS)] ?? notes });
  }
  return rules.map(({ trigger, act, more = {} }, at) => {
    const { first = [], ...rest } = more as { first?: object[] };
    return { mailbox_id, triggers: [trigger], actions: [...first, act(nameOf(at))], budget: BUDGET, ...rest };
  });
}

export const RULES = 50;
export const nameOf = (at: number) => `Rule ${at}`;
