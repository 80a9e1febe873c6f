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
