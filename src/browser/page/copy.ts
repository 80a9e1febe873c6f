import { copied } from "#src/kit/copied.ts";
import type { Toast } from "./toast.ts";

/** Copies an address and says so; where the browser does not allow it, says the address itself. */
export async function copyAddress(address: string, toast: Toast): Promise<void> {
  if (await copied(address)) toast("Copied!", "The address is in your clipboard.");
  else toast("Copy this address", address);
}
