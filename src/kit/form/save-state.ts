/* The dashboard shows these texts. */
/** `refused`: all but some fields are saved. `wrong`: nothing is, because of them. */
export type SaveState =
  | "saved"
  | "saving"
  | "offline"
  | "unreachable"
  | "refused"
  | "unasked"
  | "wrong"
  | "conflict";

interface SaveFacts {
  isDue: boolean;
  isSending: boolean;
  hasWrong: boolean;
  /** Whether something waits for a button of its own. */
  isUnasked?: boolean;
  /** All fields are saved together, so that one that's wrong holds up the others. */
  isAtOnce?: boolean;
  isConflict: boolean;
  isUnreachable: boolean;
  /** What the browser says if absent. */
  isOnline?: boolean;
}

export function saveStateOf(facts: SaveFacts): SaveState {
  if (facts.isConflict) return "conflict";
  if (facts.isUnreachable && (facts.isDue || facts.isSending))
    return (facts.isOnline ?? navigator.onLine) ? "unreachable" : "offline";
  if (facts.isAtOnce && facts.hasWrong && !facts.isSending) return "wrong";
  if (facts.isDue || facts.isSending) return "saving";
  if (facts.hasWrong) return "refused";
  return facts.isUnasked ? "unasked" : "saved";
}

/** What a form that saves itself says about that. */
export function saveText(state: SaveState): string {
  if (state === "offline") return "Not saved yet: you’re offline";
  if (state === "unreachable") return "Not saved yet: the server can’t be reached";
  if (state === "refused") return "Saved, except for the marked fields";
  if (state === "unasked") return "Saved, except for the new username";
  if (state === "wrong") return "Not saved yet";
  if (state === "conflict") return "Not saved yet: two versions";
  return state === "saving" ? "Saving…" : "Saved";
}
