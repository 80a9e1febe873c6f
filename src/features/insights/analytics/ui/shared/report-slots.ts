import { type ComponentType, createContext } from "react";
import type { Analytics } from "#src/features/insights/analytics/contract.ts";
import type { ChartMark } from "./trend.ts";

/** What analytics tells by itself, which a later slice renders beside the figures; `browser/` provides it. */
interface Parts {
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

export const ReportSlots = createContext<Parts>({
  ReportsButton: NOTHING,
  Goals: NOTHING,
  Marks: NOTHING,
  PastAlerts: NOTHING,
});
