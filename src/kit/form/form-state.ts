/** `stays` stays open after saving and guards unsaved changes; `closes` has the guard too; a `dialog` has none. */
export type FormKind = "stays" | "closes" | "dialog";

/** Whether leaving would lose something. */
export function isUnsaved(
  kind: FormKind,
  { isDirty, isDone }: { isDirty: boolean; isDone: boolean },
): boolean {
  return kind !== "dialog" && isDirty && !isDone;
}

/** What has been typed while it was being saved, which stays, or undefined for nothing. */
export function typedSince<Values, Sent>(
  sent: Sent,
  { typed, sentOf }: { typed: Values; sentOf: (values: Values) => Sent },
): Values | undefined {
  return isAlike(sentOf(typed), sent) ? undefined : typed;
}

export function isAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a row that was loaded again has been changed since the form got its own. */
export function isNewer(loaded: { updated_at: string }, own: { updated_at: string }): boolean {
  return Date.parse(loaded.updated_at) > Date.parse(own.updated_at);
}

/** Calls one at a time: those that come while one is underway are dropped. */
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
