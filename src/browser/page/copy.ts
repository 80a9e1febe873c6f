import { writeClipboard } from "#src/kit/clipboard.ts";
import type { Toast } from "./toast.ts";

/**
 * Copies a URL and confirms it in a toast. If the browser doesn't allow that, the toast shows the URL
 * instead.
 */
export async function copyAddress(address: string, toast: Toast): Promise<void> {
  if (await writeClipboard(address)) toast("Copied!", "The link is on your clipboard.");
  else toast("Copy this link", address);
}
