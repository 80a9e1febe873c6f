import { createContext, use } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";

type ShareProfile = (profile: Profile) => void;

/** Opens a later slice's share dialog; `browser/` provides it. */
export const SharingContext = createContext<ShareProfile | null>(null);

/** Returns the function that opens that dialog; null if there is none. */
export function useShareProfile(): ShareProfile | null {
  return use(SharingContext);
}
