import { type ComponentType, createContext } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";

/** Parts of the profiles' screens that later slices render; `browser/` provides them. */
interface ProfileParts {
  /** The preview of a profile being edited. */
  Preview: ComponentType<{ profile: Profile }>;
  /** A small page in a look, with the profile's first links. */
  LookPreview: ComponentType<{ profile: Profile }>;
  /** Earlier versions of a page. */
  History: ComponentType<{ profile: Profile; opened: boolean; onClose: () => void }>;
}

const NOTHING = () => null;

export const ProfileSlots = createContext<ProfileParts>({
  Preview: NOTHING,
  LookPreview: NOTHING,
  History: NOTHING,
});
