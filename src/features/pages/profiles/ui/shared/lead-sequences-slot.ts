import { type ComponentType, createContext } from "react";

/** What starts by itself for those who sign up on a page. A later slice shows it; `browser/` provides it. */
export const LeadSequencesSlot = createContext<ComponentType<{ profileId: string }>>(() => null);
