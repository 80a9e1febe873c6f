import { copied } from "./copied.ts";
import { tellFailure, tellSuccess } from "./notices.tsx";

/** Copies text and says so; `what` starts the sentence. */
export async function copyText(text: string, what: string): Promise<void> {
  if (await copied(text)) tellSuccess({ title: "Copied!", message: `${what} copied to clipboard` });
  else tellFailure({ title: "Failed to copy", message: text });
}
