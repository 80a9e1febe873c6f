/** What was there before each change. */
export interface History<Value> {
  past: readonly Value[];
  future: readonly Value[];
  /** What was changed last, and when: going on with it isn't another change to undo. */
  mark: string;
  at: number;
}

export const NO_HISTORY: History<never> = { past: [], future: [], mark: "", at: 0 };

const KEPT = 100;
const PAUSE_MS = 1_500;

/** Remembers what was there before a change. An empty mark is a change of its own. */
export function remember<Value>(
  { past, mark: last, at: then }: History<Value>,
  before: Value,
  { mark, at }: { mark: string; at: number },
): History<Value> {
  const goesOn = mark !== "" && mark === last && at - then < PAUSE_MS;
  return { past: goesOn ? past : [...past, before].slice(-KEPT), future: [], mark, at };
}

interface Step<Value> {
  history: History<Value>;
  value: Value;
}

export function undo<Value>({ past, future }: History<Value>, now: Value): Step<Value> | undefined {
  const value = past.at(-1);
  if (value === undefined) return undefined;
  return { value, history: { ...NO_HISTORY, past: past.slice(0, -1), future: [now, ...future] } };
}

export function redo<Value>({ past, future }: History<Value>, now: Value): Step<Value> | undefined {
  const [value, ...rest] = future;
  if (value === undefined) return undefined;
  return { value, history: { ...NO_HISTORY, past: [...past, now], future: rest } };
}
