import type { ReactNode } from "react";

/** What a list shows: profiles by their ids, or the links of one profile. */
export type Listed = { profiles: readonly string[] } | { links: string };

export interface DrawnWeeks {
  draw: (id: string) => ReactNode;
}

export interface WeekSourceProps {
  of: Listed;
  onWeeks: (weeks: DrawnWeeks) => void;
}
