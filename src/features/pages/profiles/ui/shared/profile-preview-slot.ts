import { type ComponentType, createContext } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";

/** The preview of a profile being edited. A later slice renders it; `browser/` provides it. */
export const ProfilePreviewSlot = createContext<ComponentType<{ profile: Profile }>>(() => null);

/** A small page in a look, with the profile's first links. */
export const LookPreviewSlot = createContext<ComponentType<{ profile: Profile }>>(() => null);
