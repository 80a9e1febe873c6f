/* What figures say, in words. */
import type { StepFigures } from "#src/features/email/sequences/contract.ts";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { formatNumber } from "#src/kit/plural.ts";

const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 1 });
/** A share for people: `12.5%`, or a dash where there's nothing to divide by. */
export const percent = (part: number, whole: number) => (whole === 0 ? "–" : PERCENT.format(part / whole));

export function wordsOf(step: Step, own: StepFigures): string[] {
  const words: string[] = [];
  if (own.waiting > 0) words.push(`${formatNumber(own.waiting)} here now`);
  if (step.type === "send") words.push(...mailWords(own));
  if (step.type === "branch")
    words.push(`Yes: ${formatNumber(own.outcomes.yes ?? 0)}`, `No: ${formatNumber(own.outcomes.no ?? 0)}`);
  if (step.type === "split")
    words.push(...own.parts.map((count, at) => `Part ${formatNumber(at + 1)}: ${formatNumber(count)}`));
  if ((own.outcomes.failed ?? 0) > 0) words.push(`${formatNumber(own.outcomes.failed ?? 0)} failed`);
  const gone = goneOf(own);
  if (gone > 0) words.push(`${formatNumber(gone)} left here (${percent(gone, own.entered)})`);
  return words;
}

/** How many left at a step: who came and neither waits there nor went on, which everyone with an outcome did. */
const goneOf = ({ entered, waiting, outcomes }: StepFigures) =>
  entered - waiting - Object.values(outcomes).reduce((sum, count) => sum + count, 0);

function mailWords({
  sent,
  opened,
  clicked,
  replied,
  bought,
  unsubscribed,
  outcomes,
}: StepFigures): string[] {
  const words = [`${formatNumber(sent)} sent`];
  if ((outcomes.left_out ?? 0) > 0) words.push(`${formatNumber(outcomes.left_out ?? 0)} left out`);
  if (sent === 0) return words;
  return [
    ...words,
    `${formatNumber(opened)} opened (${percent(opened, sent)})`,
    `${formatNumber(clicked)} clicked (${percent(clicked, sent)})`,
    `${formatNumber(replied)} replied`,
    `${formatNumber(bought)} bought`,
    `${formatNumber(unsubscribed)} unsubscribed`,
  ];
}

/** What of it there's room for on the canvas: who's here, what became of the e-mail, and who left. */
export function shortWordsOf(step: Step, own: StepFigures): { mail: string; people: string } {
  const gone = goneOf(own);
  const people = [
    ...(own.waiting > 0 ? [`${formatNumber(own.waiting)} here now`] : []),
    ...(gone > 0 ? [`${formatNumber(gone)} left here (${percent(gone, own.entered)})`] : []),
  ];
  if (step.type !== "send") return { mail: "", people: people.join(" · ") };
  const { sent, opened, clicked } = own;
  const mail = [
    `${formatNumber(sent)} sent`,
    ...(sent === 0 ? [] : [`${percent(opened, sent)} opened`, `${percent(clicked, sent)} clicked`]),
  ];
  return { mail: mail.join(" · "), people: people.join(" · ") };
}
