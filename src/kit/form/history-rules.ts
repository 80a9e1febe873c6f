import { isAlike } from "#src/kit/form/form-state.ts";

/** A change of some fields. Other fields stay as they are when it's undone, because others may have changed them. */
interface Step<Values> {
  before: Partial<Values>;
  after: Partial<Values>;
  at: number;
}

export interface History<Values> {
  done: readonly Step<Values>[];
  undone: readonly Step<Values>[];
}

export const NO_HISTORY = { done: [], undone: [] };

/** What's typed without a longer pause is undone at once. */
export const STEP_PAUSE_MS = 1000;
const STEPS_MAX = 200;

interface Change<Values> {
  before: Values;
  after: Values;
  at: number;
  /** Fields that aren't undone here. */
  except?: keyof Values;
}

/** Adds a change, or extends the last one if it's of the same fields and came right before. */
export function withChange<Values extends object>(
  history: History<Values>,
  { before, after, at, except }: Change<Values>,
): History<Values> {
  const fields = (Object.keys(after) as (keyof Values)[]).filter(
    (field) => field !== except && !isAlike(before[field], after[field]),
  );
  if (fields.length === 0) return history;
  const last = history.done.at(-1);
  const goesOn =
    last !== undefined &&
    history.undone.length === 0 &&
    at - last.at < STEP_PAUSE_MS &&
    Object.keys(last.after).join() === fields.join();
  const step = { before: goesOn ? last.before : pick(before, fields), after: pick(after, fields), at };
  const earlier = goesOn ? history.done.slice(0, -1) : history.done;
  return { done: [...earlier, step].slice(-STEPS_MAX), undone: [] };
}

interface Moved<Values> {
  history: History<Values>;
  values: Partial<Values>;
}

/** Returns the fields' values one step back, or undefined at the start. */
export function stepBack<Values>({ done, undone }: History<Values>): Moved<Values> | undefined {
  const step = done.at(-1);
  return step && { history: { done: done.slice(0, -1), undone: [...undone, step] }, values: step.before };
}

/** Returns the fields' values one undone step forward, or undefined if there's none. */
export function stepForward<Values>({ done, undone }: History<Values>): Moved<Values> | undefined {
  const step = undone.at(-1);
  // The next letter begins a step of its own.
  return (
    step && {
      history: { done: [...done, { ...step, at: 0 }], undone: undone.slice(0, -1) },
      values: step.after,
    }
  );
}

function pick<Values>(values: Values, fields: readonly (keyof Values)[]): Partial<Values> {
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>;
}
