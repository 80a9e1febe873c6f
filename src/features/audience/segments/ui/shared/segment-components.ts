import { AddToSegment } from "./AddToSegment.tsx";
import { SegmentField } from "./SegmentField.tsx";

/** What segments add to the table of leads. */
export const SEGMENT_COMPONENTS = { SegmentField, AddToSegment };
