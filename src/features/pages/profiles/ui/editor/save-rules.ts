/* The dashboard shows these texts. */
// Which changes of the editor are sent, and what’s said about it.
import { isAlike } from "#src/kit/form/form-state.ts";

/** A profile's fields as the API names them. */
export type Sent = Readonly<Record<string, unknown>>;

/** A new username moves the page, so it waits for its own button. */
export const ASKED_FIRST = "username";

/** Names of fields that differ from what's saved. */
export function changedNames(now: Sent, saved: Sent): string[] {
  return Object.keys(now).filter((name) => !isAlike(now[name], saved[name]));
}

interface Waiting {
  now: Sent;
  saved: Sent;
  /** Fields with an error. */
  wrong: ReadonlySet<string>;
  /** Values that the server didn't take. */
  refused: Sent;
  /** Whether the username's button was pressed. */
  isAsked?: boolean;
}

/** Returns the changes to send now: invalid and refused fields wait, and hold up no others. */
export function sendable({ now, saved, wrong, refused, isAsked = false }: Waiting): Record<string, unknown> {
  const isDue = (name: string) => {
    if (name === ASKED_FIRST && !isAsked) return false;
    return !wrong.has(name) && !(name in refused && isAlike(refused[name], now[name]));
  };
  return Object.fromEntries(
    changedNames(now, saved)
      .filter(isDue)
      .map((name) => [name, now[name]]),
  );
}

/** Names of fields that somebody else has meanwhile changed to something else. */
export function bothChanged(mine: Sent, base: Sent, theirs: Sent): string[] {
  return Object.keys(mine).filter(
    (name) => !isAlike(base[name], theirs[name]) && !isAlike(mine[name], theirs[name]),
  );
}

interface Versions {
  now: Sent;
  saved: Sent;
  base: Sent;
  theirs: Sent;
}

/** Names of fields that only the newer version has changed: the form takes them. */
export function onlyTheirs({ now, saved, base, theirs }: Versions): string[] {
  return Object.keys(now).filter(
    (name) => isAlike(now[name], saved[name]) && !isAlike(base[name], theirs[name]),
  );
}

export type SaveState = "saved" | "saving" | "offline" | "unreachable" | "refused" | "unasked" | "conflict";

interface SaveFacts {
  isDue: boolean;
  isSending: boolean;
  hasWrong: boolean;
  /** Whether a new username waits for its button. */
  isUnasked: boolean;
  isConflict: boolean;
  isUnreachable: boolean;
  isOnline: boolean;
}

export function saveStateOf(facts: SaveFacts): SaveState {
  if (facts.isConflict) return "conflict";
  if (facts.isUnreachable && (facts.isDue || facts.isSending))
    return facts.isOnline ? "unreachable" : "offline";
  if (facts.isDue || facts.isSending) return "saving";
  if (facts.hasWrong) return "refused";
  return facts.isUnasked ? "unasked" : "saved";
}

/** What the editor says about itself. */
export function saveText(state: SaveState): string {
  if (state === "offline") return "Not saved yet: you’re offline";
  if (state === "unreachable") return "Not saved yet: the server can’t be reached";
  if (state === "refused") return "Saved, except for the marked fields";
  if (state === "unasked") return "Saved, except for the new username";
  if (state === "conflict") return "Not saved yet: two versions";
  return state === "saving" ? "Saving…" : "Saved";
}
