/**
 * `stays` stays open after saving and guards unsaved changes; `closes` has the guard too; a `dialog` has
 * none.
 */
export type FormKind = "stays" | "closes" | "dialog";

/** True if leaving would lose input. */
export function isUnsaved(
  kind: FormKind,
  { isDirty, isDone }: { isDirty: boolean; isDone: boolean },
): boolean {
  return kind !== "dialog" && isDirty && !isDone;
}

/** Returns the input typed during a save, which is preserved, or undefined if there's none. */
export function typedSince<Values, Sent>(
  sent: Sent,
  { typed, sentOf }: { typed: Values; sentOf: (values: Values) => Sent },
): Values | undefined {
  return isAlike(sentOf(typed), sent) ? undefined : typed;
}

interface AutosavedForm<Values> {
  /** What the saved version was based on, what was saved, and what's in the form by now. */
  before: Values;
  typed: Values;
  now: Values;
}

/**
 * Returns a form's values after it saved itself: as the server has them, and as shown. What was typed stays
 * to the letter, such as a space at its end; other fields are the server's, because somebody else may have
 * changed them.
 */
export function autosavedValues<Values extends object>(
  row: Values,
  { before, typed, now }: AutosavedForm<Values>,
): { saved: Values; shown: Values } {
  const [saved, shown] = [{ ...typed }, { ...now }];
  for (const field of Object.keys(row) as (keyof Values)[]) {
    if (!isAlike(before[field], typed[field])) continue;
    saved[field] = row[field];
    if (isAlike(now[field], typed[field])) shown[field] = row[field];
  }
  return { saved, shown };
}

export function isAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** True if a reloaded row has changed since the form loaded its own. */
export function isNewer(loaded: { updated_at: string }, own: { updated_at: string }): boolean {
  return Date.parse(loaded.updated_at) > Date.parse(own.updated_at);
}

/** Drops calls that arrive while another one is in progress. */
export function oneAtATime(): { begin: () => boolean; end: () => void } {
  let isUnderway = false;
  return {
    begin: () => {
      if (isUnderway) return false;
      isUnderway = true;
      return true;
    },
    end: () => {
      isUnderway = false;
    },
  };
}
