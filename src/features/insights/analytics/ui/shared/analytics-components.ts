import { VariantResults } from "./VariantResults.tsx";
import { WeekSource } from "./WeekSource.tsx";

/** What screens of earlier slices show. */
export const ANALYTICS_COMPONENTS = { VariantResults, WeekSource };
