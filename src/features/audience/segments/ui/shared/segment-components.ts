import { ConditionFilter } from "../filter/ConditionFilter.tsx";
import { AddToSegment } from "./AddToSegment.tsx";

/** What segments add to the table of leads. */
export const SEGMENT_COMPONENTS = { ConditionFilter, AddToSegment };
