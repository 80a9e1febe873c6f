import { type ComponentType, createContext } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";

interface PageHistoryProps {
  profile: Profile;
  opened: boolean;
  onClose: () => void;
}

/** Earlier versions of a page. A later slice renders them; `browser/` provides it. */
export const PageHistorySlot = createContext<ComponentType<PageHistoryProps>>(() => null);
