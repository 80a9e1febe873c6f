import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { nameOf } from "#src/features/audience/segments/ui/shared/condition-labels.ts";
import { describeCondition } from "#src/features/audience/segments/ui/shared/sentence.ts";
import type { Duration, Step, Wait } from "#src/features/email/sequences/definition-rules.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";

interface Around {
  catalog: Catalog;
  /** Each step's number, by its id. */
  numbers: ReadonlyMap<string, number>;
}

/** Says in one sentence what a step does. */
export function describeStep(step: Step, around: Around): string {
  switch (step.type) {
    case "send":
      return step.test
        ? `${mailSentence(step.mail)}, tested in ${plural(step.test.versions.length + 1, "version")}`
        : mailSentence(step.mail);
    case "wait":
      return waitSentence(step.wait, around.catalog);
    case "branch":
      return step.condition === null
        ? "Yes or no, without a condition yet"
        : `Yes or no: ${describeCondition(step.condition, around.catalog)}`;
    case "split":
      return `Random split: ${sharesOf(step.parts)}`;
    case "goto":
      return gotoSentence(step.step_id, around);
    default:
      return changeSentence(step, around.catalog);
  }
}

function mailSentence({ subject, mode, template_id }: Extract<Step, { type: "send" }>["mail"]): string {
  if (subject.trim() !== "") return `E-mail “${subject.trim()}”`;
  return mode === "template" && template_id !== null
    ? "E-mail from a template"
    : "E-mail without a subject yet";
}

const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent" });

export function sharesOf(parts: readonly { share: number }[]): string {
  const sum = parts.reduce((all, { share }) => all + share, 0);
  return parts.map(({ share }) => PERCENT.format(share / sum)).join(" · ");
}

function gotoSentence(id: string | null, { numbers }: Around): string {
  const number = id === null ? undefined : numbers.get(id);
  return number === undefined ? "Go to a step that isn’t chosen yet" : `Go to step ${formatNumber(number)}`;
}

type Change = Exclude<Step, { type: "send" | "wait" | "branch" | "split" | "goto" }>;

function changeSentence(step: Change, catalog: Catalog): string {
  switch (step.type) {
    case "tag":
      if (step.tag.trim() === "") return "Tag that isn’t chosen yet";
      return step.action === "add" ? `Add the tag “${step.tag}”` : `Take off the tag “${step.tag}”`;
    case "field":
      return fieldSentence(step, catalog);
    case "stage":
      return step.stage_id === null
        ? "Take them out of the pipeline"
        : `Move them to the stage ${nameOf(catalog.stages, step.stage_id)}`;
    case "topic":
      return topicSentence(step, catalog);
    case "task":
      return step.title.trim() === "" ? "Task without words yet" : `Add the task “${step.title.trim()}”`;
    case "notify":
      return step.text.trim() === ""
        ? "Tell your team, without words yet"
        : `Tell your team: ${step.text.trim()}`;
    case "webhook":
      return "Tell your webhooks that they got here";
    case "end":
      return "The end";
  }
}

function topicSentence({ action, topic }: Extract<Step, { type: "topic" }>, { topics }: Catalog): string {
  const name = topics.find(({ key }) => key === topic)?.name;
  if (name === undefined) return "Topic that isn’t chosen yet";
  return action === "subscribe"
    ? `Send them e-mail about ${name} again`
    : `Stop e-mail about ${name} to them`;
}

function fieldSentence({ key, value }: Extract<Step, { type: "field" }>, { fields }: Catalog): string {
  const field = fields.find((one) => one.key === key);
  if (!field) return "Field that isn’t chosen yet";
  if (value === null || value === "") return `Empty the field ${field.label}`;
  if (typeof value === "boolean") return value ? `Set ${field.label} to yes` : `Set ${field.label} to no`;
  return `Set ${field.label} to “${value}”`;
}

export function durationWords({ amount, unit }: Duration): string {
  if (unit === "minutes") return plural(amount, "minute");
  if (unit === "hours") return plural(amount, "hour");
  return unit === "days" ? plural(amount, "day") : plural(amount, "week");
}

const UTC = { timeZone: "UTC" } as const;
const TIME = new Intl.DateTimeFormat(LOCALE, { ...UTC, timeStyle: "short" });
const MOMENT = new Intl.DateTimeFormat(LOCALE, { ...UTC, dateStyle: "medium", timeStyle: "short" });
const DAY = new Intl.DateTimeFormat(LOCALE, { ...UTC, weekday: "long" });
const DAYS = new Intl.ListFormat(LOCALE, { type: "disjunction" });

/** A wall time such as `09:00`. */
export const formatTime = (time: string): string => TIME.format(new Date(`2026-01-01T${time}Z`));
/** A wall time such as `2026-12-24T09:00`. */
export const formatWall = (wall: string): string => MOMENT.format(new Date(`${wall.slice(0, 16)}Z`));
/** 1 is Monday: January 5, 2026 was one. */
export const weekdayName = (day: number): string => DAY.format(new Date(Date.UTC(2026, 0, 4 + day)));

export function waitSentence(wait: Wait, catalog: Catalog): string {
  if (wait.kind === "date")
    return wait.at === ""
      ? "Wait for a date that isn’t chosen yet"
      : `Wait until ${formatWall(wait.at)} their time`;
  if (wait.kind === "weekday")
    return `Wait until ${DAYS.format(wait.weekdays.toSorted((a, b) => a - b).map(weekdayName))}, ${formatTime(wait.time)} their time`;
  if (wait.kind === "condition")
    return wait.condition === null
      ? "Wait for a condition that isn’t chosen yet"
      : `Wait ${durationWords(wait)} at most until this is true: ${describeCondition(wait.condition, catalog)}`;
  return wait.time === null
    ? `Wait ${durationWords(wait)}`
    : `Wait ${durationWords(wait)}, then until ${formatTime(wait.time)} their time`;
}
