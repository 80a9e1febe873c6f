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
  return JSON.stringify(sentOf(typed)) === JSON.stringify(sent) ? undefined : typed;
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
