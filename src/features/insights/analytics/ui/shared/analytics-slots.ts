import { type ComponentType, createContext } from "react";
import type { Analytics } from "#src/features/insights/analytics/contract.ts";
import type { Filter } from "../../filter-rules.ts";
import type { questionInput } from "../use-analytics.ts";
import type { ChartMark } from "./trend.ts";

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

/** Parts of the analytics that belong to later slices; `browser/` provides them. */
interface AnalyticsParts {
  Cards: ComponentType<AnalyticsCardsProps>;
  /** Opens the settings of reports and alerts, and what’s shared. */
  ReportsButton: ComponentType<{ profileId: string }>;
  Goals: ComponentType<{ profileId: string }>;
  /** The list below the chart. It hands over what to mark on the chart. */
  Marks: ComponentType<{
    profileId: string;
    trend: Pick<Analytics, "from" | "to" | "tz" | "series">;
    onMarks: (marks: readonly ChartMark[]) => void;
  }>;
  PastAlerts: ComponentType<{ profileId: string }>;
}

const NOTHING = () => null;

export const AnalyticsSlots = createContext<AnalyticsParts>({
  Cards: NOTHING,
  ReportsButton: NOTHING,
  Goals: NOTHING,
  Marks: NOTHING,
  PastAlerts: NOTHING,
});
