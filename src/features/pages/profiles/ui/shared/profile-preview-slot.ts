import { type ComponentType, createContext } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";

/** The preview of a profile being edited. A later slice renders it; `browser/` provides it. */
export const ProfilePreviewSlot = createContext<ComponentType<{ profile: Profile }>>(() => null);

interface LookPreviewProps {
  profile: Profile;
  /** In place of the profile's own ones. */
  links?: readonly unknown[];
}

/** A small page in a look, with the profile's first links. */
export const LookPreviewSlot = createContext<ComponentType<LookPreviewProps>>(() => null);
