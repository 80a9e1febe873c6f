import { type ComponentType, createContext } from "react";
import type { StarterKey } from "#src/features/pages/profiles/starter-rules.ts";

export interface StarterChoiceProps {
  /** Null for an empty page. */
  value: StarterKey | null;
  onChange: (value: StarterKey | null) => void;
}

/** The starters to choose from. A later slice renders them; `browser/` provides it. */
export const StarterChoiceSlot = createContext<ComponentType<StarterChoiceProps>>(() => null);
