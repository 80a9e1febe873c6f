import type { KeyboardEvent, SubmitEvent } from "react";

/** A form that saves itself, and is left by its button. */
export interface SavedForm {
  submit: (event?: SubmitEvent<HTMLFormElement>) => void;
  /** Saves what isn't yet. Resolves to whether everything is. */
  finish: () => Promise<boolean>;
}

/** Saves, and leaves the form if everything is saved. */
export async function leave({ finish }: SavedForm, onDone: () => void): Promise<void> {
  if (await finish()) onDone();
}

/** Escape leaves the form, unless it closes an open list of choices. */
export function isLeaving(event: KeyboardEvent): boolean {
  const isOfList = (event.target as Element).getAttribute("data-mantine-stop-propagation") === "true";
  return event.key === "Escape" && !event.defaultPrevented && !isOfList;
}

/** The button and the Enter key leave the form; after a pause it's only saved. */
export const submitOrLeave =
  (form: SavedForm, onDone: () => void) => (event: SubmitEvent<HTMLFormElement>) => {
    const isByPerson = (event.nativeEvent as globalThis.SubmitEvent).submitter !== null;
    event.preventDefault();
    if (isByPerson) void leave(form, onDone);
    else form.submit(event);
  };
