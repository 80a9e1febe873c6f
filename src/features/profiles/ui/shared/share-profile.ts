import { createContext, use } from "react";
import type { Profile } from "#src/features/profiles/contract.ts";

type ShareProfile = (profile: Profile) => void;

/** Opens the dialog in which a page is shared: a later slice has it, and the browser hands it in. */
export const SharingContext = createContext<ShareProfile | null>(null);

/** Opens that dialog; null where there is none. */
export function useShareProfile(): ShareProfile | null {
  return use(SharingContext);
}
