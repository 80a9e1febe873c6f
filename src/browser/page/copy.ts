import type { Toast } from "./toast.ts";

/** Copies a text and says so; where the browser does not allow it, says the text itself. */
export async function copyText(text: string, toast: Toast): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied!", "The address is in your clipboard.");
  } catch {
    toast("Copy this address", text);
  }
}
