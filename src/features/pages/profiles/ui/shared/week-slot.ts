import { type ComponentType, createContext, type ReactNode } from "react";

/** What a list shows: profiles by their ids, or the links of one profile. */
export type Listed = { profiles: readonly string[] } | { links: string };

export interface DrawnWeeks {
  draw: (id: string) => ReactNode;
}

export interface WeekSourceProps {
  of: Listed;
  onWeeks: (weeks: DrawnWeeks) => void;
}

/** Fetches the last seven days of what's listed. A later slice does; `browser/` provides it. */
export const WeekSourceSlot = createContext<ComponentType<WeekSourceProps>>(() => null);
