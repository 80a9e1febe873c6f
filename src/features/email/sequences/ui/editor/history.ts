import type { Definition } from "#src/features/email/sequences/definition-rules.ts";

export interface History {
  past: readonly Definition[];
  future: readonly Definition[];
  /** What was changed last, and when: going on with it isn't another change to undo. */
  mark: string;
  at: number;
}

export const NO_HISTORY: History = { past: [], future: [], mark: "", at: 0 };

const KEPT = 100;
const PAUSE_MS = 1_500;

/** Remembers what was there before a change. An empty mark is a change of its own. */
export function remember(
  { past, mark: last, at: then }: History,
  before: Definition,
  { mark, at }: { mark: string; at: number },
): History {
  const goesOn = mark !== "" && mark === last && at - then < PAUSE_MS;
  return { past: goesOn ? past : [...past, before].slice(-KEPT), future: [], mark, at };
}

interface Step {
  history: History;
  definition: Definition;
}

export function undo({ past, future }: History, now: Definition): Step | undefined {
  const definition = past.at(-1);
  if (!definition) return undefined;
  return { definition, history: { ...NO_HISTORY, past: past.slice(0, -1), future: [now, ...future] } };
}

export function redo({ past, future }: History, now: Definition): Step | undefined {
  const [definition, ...rest] = future;
  if (!definition) return undefined;
  return { definition, history: { ...NO_HISTORY, past: [...past, now], future: rest } };
}
