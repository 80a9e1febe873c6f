import {
  type Condition,
  EVENTS,
  type EventName,
  isGroup,
  isWithinLimits,
  OPERATORS,
  type Operator,
  partsOf,
} from "./condition-rules.ts";
import { normalizeCondition } from "./text-rules.ts";

/* Conditions as JSON, in URLs and saved views. */

/** Servers and proxies take URLs of 8,000 characters, and there's more in one than its filter. */
export const URL_CONDITION_CHARS_MAX = 6000;

/** Writes a condition for a URL or a saved view. Undefined if it's everyone. */
export function writeCondition(condition: Condition): string | undefined {
  const whole = normalizeCondition(condition);
  return isGroup(whole) && partsOf(whole).parts.length === 0 ? undefined : JSON.stringify(whole);
}

export const fitsUrl = (written: string) => encodeURIComponent(written).length <= URL_CONDITION_CHARS_MAX;

/** Reads what was written, or what somebody typed into the address. Undefined if it's no condition. */
export function readCondition(written: string): Condition | undefined {
  try {
    const value: unknown = JSON.parse(written);
    return isWithinLimits(value) && isCondition(value) ? normalizeCondition(value) : undefined;
  } catch {
    return undefined;
  }
}

const TEXTS = ["link_id", "profile_id", "campaign_id", "from", "to"];
const NUMBERS = ["last_campaigns", "at_least", "at_most", "amount", "days"];

/** True for what has a condition's form. Whether it makes sense is for `conditionProblems`. */
function isCondition(value: unknown): value is Condition {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { all, any, none, segment_id, event, attribute, ...rest } = value as Record<string, unknown>;
  const kinds = [all, any, none, segment_id, event, attribute].filter((kind) => kind !== undefined);
  if (kinds.length !== 1) return false;
  if (attribute !== undefined) return typeof attribute === "string" && isComparison(rest);
  const given = Object.entries(rest).filter(([, inner]) => inner !== undefined);
  if (event !== undefined) return EVENTS.includes(event as EventName) && given.every(isEventField);
  if (given.length > 0) return false;
  return typeof segment_id === "string" || (Array.isArray(kinds[0]) && kinds[0].every(isCondition));
}

function isComparison({ operator, value, ...rest }: Record<string, unknown>): boolean {
  const isValue = value === undefined || isScalar(value) || (Array.isArray(value) && value.every(isScalar));
  return OPERATORS.includes(operator as Operator) && isValue && Object.keys(rest).length === 0;
}

const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

const isEventField = ([key, value]: [string, unknown]) =>
  (TEXTS.includes(key) && typeof value === "string") || (NUMBERS.includes(key) && typeof value === "number");
