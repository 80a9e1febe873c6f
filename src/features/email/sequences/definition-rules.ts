/*
 * What a sequence does: its triggers, its settings, and its steps. Steps are a list in which a branch or a split has lists
 * of its own; after the last step of one of those, it goes on with what follows the branch.
 */
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import type { Metric } from "#src/features/email/ab-tests/rules.ts";
import type { Block } from "#src/features/email/templates/blocks/blocks-contract.ts";
import type { Attachment, Theme } from "#src/features/email/templates/rules.ts";
import { DEFAULT_THEME } from "#src/features/email/templates/rules.ts";
import { type Reentry, STEPS_DEPTH_MAX, STEPS_MAX } from "./rules.ts";

/** What starts a sequence for somebody. People can always be added by hand. */
export type Trigger =
  /** They signed up: on any page, or on one of these. */
  | { type: "lead"; profile_ids: string[] }
  | { type: "confirmed" }
  | { type: "tag"; tag: string }
  | { type: "stage"; stage_id: string }
  | { type: "segment"; segment_id: string }
  | { type: "order" }
  /** A program sent something about them to one of the account’s incoming webhooks. */
  | { type: "webhook"; webhook_id: string }
  /** A date field of theirs, so many days before (negative) or after it, at a time of their day. */
  | { type: "date"; field: string; days: number; is_yearly: boolean; time: string };

/** What an e-mail of a sequence says, as in a campaign. */
export interface StepMail {
  mode: "blocks" | "template" | "html";
  template_id: string | null;
  subject: string;
  preheader: string;
  html: string;
  blocks: Block[];
  theme: Theme;
  attachments: Attachment[];
}

/** Other versions of an e-mail, which is the first one, and how the better one is found. */
export interface StepTest {
  versions: StepVersion[];
  metric: Metric;
  collect_hours: number;
}

/** What a version says instead. What’s empty is as in the first one, and so is the e-mail itself without a mode. */
export interface StepVersion {
  subject: string;
  preheader: string;
  /** Its own sender’s name, and its own sending account. */
  from_name?: string | undefined;
  mailbox_id?: string | null | undefined;
  mode: StepMail["mode"] | null;
  template_id: string | null;
  html: string;
  blocks: Block[];
  theme: Theme | null;
}

/** An e-mail as one of its versions says it. */
export function asVersion(
  mail: StepMail,
  { subject, preheader, mode, from_name: _name, mailbox_id: _through, ...own }: StepVersion,
): StepMail {
  return {
    ...mail,
    ...(mode !== null && { ...own, mode, theme: own.theme ?? mail.theme }),
    ...(subject.trim() !== "" && { subject }),
    ...(preheader.trim() !== "" && { preheader }),
  };
}

/** True if two versions say the same, so that there’s nothing to find out. */
export function hasAlike({ versions }: Pick<StepTest, "versions">): boolean {
  const said = [EMPTY_VERSION, ...versions].map(({ subject, preheader, from_name = "", mode, ...own }) =>
    JSON.stringify([
      ...[subject, preheader, from_name].map((text) => text.replace(/\s+/g, " ").trim()),
      own.mailbox_id ?? null,
      mode !== null &&
        { template: own.template_id, html: own.html.trim(), blocks: [own.blocks, own.theme] }[mode],
    ]),
  );
  return new Set(said).size < said.length;
}

const EMPTY_VERSION: StepVersion = {
  subject: "",
  preheader: "",
  mode: null,
  template_id: null,
  html: "",
  blocks: [],
  theme: null,
};

export const WAIT_UNITS = ["minutes", "hours", "days", "weeks"] as const;
export interface Duration {
  amount: number;
  unit: (typeof WAIT_UNITS)[number];
}

export type Wait =
  /** For a while, and then until it's `time` there, if that's set. */
  | ({ kind: "for"; time: string | null } & Duration)
  /** Until the next of these days of the week, 1 being Monday, at a time of their day. */
  | { kind: "weekday"; weekdays: number[]; time: string }
  /** Until a wall time such as `2026-12-24T09:00`. */
  | { kind: "date"; at: string }
  /** Until a condition is true, or for a while at most. */
  | ({ kind: "condition"; condition: Condition | null } & Duration);

interface Base {
  /** Unique in the sequence, and the same in all of its versions. */
  id: string;
}

export type Step =
  | (Base & { type: "send"; mail: StepMail; test?: StepTest | null | undefined })
  | (Base & { type: "wait"; wait: Wait })
  | (Base & { type: "branch"; condition: Condition | null; yes: Step[]; no: Step[] })
  | (Base & { type: "split"; parts: { share: number; steps: Step[] }[] })
  | (Base & { type: "tag"; action: "add" | "remove"; tag: string })
  | (Base & { type: "field"; key: string; value: string | number | boolean | null })
  | (Base & { type: "stage"; stage_id: string | null })
  /** Subscribing takes back what an automation stopped, and never what people left themselves. */
  | (Base & { type: "topic"; action: "subscribe" | "unsubscribe"; topic: string })
  | (Base & { type: "task"; title: string; days: number; assignee_id: string | null })
  | (Base & { type: "notify"; text: string })
  | (Base & { type: "webhook" })
  | (Base & { type: "goto"; step_id: string | null })
  | (Base & { type: "end" });
export type StepType = Step["type"];

export interface Definition {
  triggers: Trigger[];
  reentry: Reentry;
  /** Who its e-mail is from, and about what. */
  mailbox_id: string | null;
  from_name: string;
  topic: string;
  /** E-mail only goes out between these times of their day, such as `09:00` and `20:00`. */
  hours: { from: string; to: string } | null;
  /** E-mail that was due longer ago than this as nothing was running is left out. Null sends it, however late. */
  late_hours?: number | null | undefined;
  /** For people with an unknown time zone. */
  time_zone: string;
  exits: { is_replied: boolean; is_ordered: boolean; condition: Condition | null };
  goal: Condition | null;
  steps: Step[];
}

export const EMPTY_DEFINITION: Definition = {
  triggers: [],
  reentry: "never",
  mailbox_id: null,
  from_name: "",
  topic: "news",
  hours: null,
  time_zone: "UTC",
  exits: { is_replied: false, is_ordered: false, condition: null },
  goal: null,
  steps: [],
};

export const EMPTY_MAIL: StepMail = {
  mode: "blocks",
  template_id: null,
  subject: "",
  preheader: "",
  html: "",
  blocks: [],
  theme: DEFAULT_THEME,
  attachments: [],
};

/** The lists of steps inside a step, in order. */
export function listsIn(step: Step): readonly (readonly Step[])[] {
  if (step.type === "branch") return [step.yes, step.no];
  return step.type === "split" ? step.parts.map(({ steps }) => steps) : [];
}

/** All steps, in the order of reading, each with how deep inside of branches it is. */
export function flatten(steps: readonly Step[], depth = 0): { step: Step; depth: number }[] {
  return steps.flatMap((step) => [
    { step, depth },
    ...listsIn(step).flatMap((inner) => flatten(inner, depth + 1)),
  ]);
}

export const stepsOf = ({ steps }: Pick<Definition, "steps">) => flatten(steps).map(({ step }) => step);

/** Where a step leads: to what follows it, or into one of its lists. Null is the end. */
export interface Junction {
  step: Step;
  next: string | null;
  /** The first step of each of its lists, or what follows. */
  into: (string | null)[];
}

/** The way through the steps, by their ids. */
export function routeOf({ steps }: Pick<Definition, "steps">): ReadonlyMap<string, Junction> {
  const route = new Map<string, Junction>();
  const lay = (list: readonly Step[], after: string | null) => {
    list.forEach((step, at) => {
      const next = list[at + 1]?.id ?? after;
      const inner = listsIn(step);
      route.set(step.id, { step, next, into: inner.map(([first]) => first?.id ?? next) });
      for (const one of inner) lay(one, next);
    });
  };
  lay(steps, null);
  return route;
}

export const firstStepOf = ({ steps }: Pick<Definition, "steps">): string | null => steps[0]?.id ?? null;

/** Which part of a split somebody is in: always the same one for a sequence's step and a contact. */
export function partOf(parts: readonly { share: number }[], random: number): number {
  const sum = parts.reduce((all, { share }) => all + share, 0);
  let rest = random * sum;
  const at = parts.findIndex(({ share }) => {
    rest -= share;
    return rest < 0;
  });
  return at < 0 ? parts.length - 1 : at;
}

/** All conditions of a definition, with where they are: a step's id, `exits`, or `goal`. */
export function conditionsIn(definition: Definition): { where: string; condition: Condition }[] {
  const { exits, goal } = definition;
  const found: { where: string; condition: Condition | null }[] = [
    { where: "exits", condition: exits.condition },
    { where: "goal", condition: goal },
  ];
  for (const step of stepsOf(definition)) {
    if (step.type === "branch") found.push({ where: step.id, condition: step.condition });
    if (step.type === "wait" && step.wait.kind === "condition")
      found.push({ where: step.id, condition: step.wait.condition });
  }
  return found.flatMap(({ where, condition }) => (condition === null ? [] : [{ where, condition }]));
}

/** Checks a value before it's parsed, because parsing goes as deep as the value does. */
export function isWithinLimits(given: unknown): boolean {
  let level: unknown[] = [given];
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const lists = level.filter(Array.isArray);
    const steps = lists.flat(1) as unknown[];
    count += steps.length;
    if (count > STEPS_MAX || depth > STEPS_DEPTH_MAX) return false;
    level = steps.flatMap((step) => {
      const { yes, no, parts } = (step ?? {}) as { yes?: unknown; no?: unknown; parts?: unknown };
      const inner = Array.isArray(parts)
        ? parts.slice(0, STEPS_MAX).map((part) => (part as { steps?: unknown } | null)?.steps)
        : [];
      return [yes, no, ...inner];
    });
  }
  return true;
}

/** For a trigger: true if a sign-up on a page lets people in. */
export const startsBySignUp = (profileId: string) => (trigger: Trigger) =>
  trigger.type === "lead" && (trigger.profile_ids.length === 0 || trigger.profile_ids.includes(profileId));

const AT_ONCE: readonly Step["type"][] = ["tag", "field", "stage", "topic", "task", "notify", "webhook"];

/** The first e-mail, if everyone who comes in gets it without a wait or a condition. */
export function firstMailOf({ steps }: Pick<Definition, "steps">): Step | undefined {
  const first = steps.find(({ type }) => !AT_ONCE.includes(type));
  return first?.type === "send" ? first : undefined;
}
