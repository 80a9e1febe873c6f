import { copied } from "#src/kit/copied.ts";
import type { Toast } from "./toast.ts";

/** Copies a URL and says so; where the browser doesn't allow it, shows the URL itself. */
export async function copyAddress(address: string, toast: Toast): Promise<void> {
  if (await copied(address)) toast("Copied!", "The link is on your clipboard.");
  else toast("Copy this link", address);
}
