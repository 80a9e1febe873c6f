import { type ComponentType, createContext } from "react";
import type { Filter } from "../../filter-rules.ts";
import type { questionInput } from "../use-analytics.ts";

export interface FigureCardsProps {
  /** What the screen asks for, ending now. */
  input: () => ReturnType<typeof questionInput>;
  /** The same, for the cache. It begins with what every answer about the profile begins with. */
  queryKey: readonly unknown[];
  filters: readonly Filter[];
}

export interface LiveViewProps {
  profileId: string;
  /** What the screen's stream refreshes begins with this. */
  queryKey: readonly unknown[];
  onCountry: (code: string) => void;
}

export type AnalyticsCardsProps =
  | ({ place: "top" } & LiveViewProps)
  | ({ place: "figures" } & FigureCardsProps);

/**
 * Cards of the analytics that belong to later slices. `browser/` provides them as one component, because every screen
 * loads it first.
 */
export const AnalyticsCardsSlot = createContext<ComponentType<AnalyticsCardsProps> | null>(null);
