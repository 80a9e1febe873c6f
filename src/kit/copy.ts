import { tellFailure, tellSuccess } from "./notices.tsx";

/** Copies text and says so; `what` begins the sentence. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tellSuccess({ title: "Copied!", message: `${what} copied to clipboard` });
  } catch {
    // Browsers refuse on pages without TLS: the text itself can still be marked by hand.
    tellFailure({ title: "Failed to copy", message: text });
  }
}
