import type { EventTest } from "./definition-rules.ts";

/** True if all of the tests are true of what happened. What isn't known about it is empty. */
export function areMet(
  tests: readonly EventTest[],
  facts: Readonly<Record<string, string | number>>,
): boolean {
  return tests.every((test) => isMet(test, facts));
}

/** Numbers are compared as numbers, and text without regard to upper and lower case. */
export function isMet(
  { fact, operator, value }: EventTest,
  facts: Readonly<Record<string, string | number>>,
): boolean {
  const is = facts[fact] ?? "";
  if (operator === "at_least" || operator === "at_most") {
    const [one, other] = [numberOf(is), numberOf(value)];
    if (one === undefined || other === undefined) return false;
    return operator === "at_least" ? one >= other : one <= other;
  }
  const [one, other] = [fold(is), fold(value)];
  const isSame = one === other || (numberOf(is) !== undefined && numberOf(is) === numberOf(value));
  if (operator === "equals") return isSame;
  if (operator === "not_equals") return !isSame;
  return one.includes(other) === (operator === "contains");
}

const fold = (value: string | number) => String(value).trim().toLowerCase();

function numberOf(value: string | number): number | undefined {
  if (typeof value === "string" && value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
