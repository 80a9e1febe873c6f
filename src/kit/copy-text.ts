import { writeClipboard } from "./clipboard.ts";
import { toastFailure, toastSuccess } from "./toasts.tsx";

/** Copies text and confirms it in a toast; `what` starts the sentence. */
export async function copyText(text: string, what: string): Promise<void> {
  if (await writeClipboard(text)) toastSuccess({ title: "Copied!", message: `${what} copied to clipboard` });
  else toastFailure({ title: "Failed to copy", message: text });
}
