import { type ComponentType, createContext } from "react";
import type { ContactFilterInput } from "#src/features/audience/contacts/contract.ts";
import type { TimelineEntry } from "#src/features/audience/contacts/timeline/timeline-contract.ts";

export interface ReplyProps {
  contactId: string;
  entry: TimelineEntry;
}

/** A sending account, with its server and username. */
export interface InboxProps {
  id: string;
  kind: string;
  host: string;
  /** The way of signing in. */
  auth: string;
  username: string;
}

export interface SegmentFieldProps {
  /** A segment's id. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

export interface SegmentMenuProps {
  selection:
    | { ids: string[] }
    | { all: true; filter?: ContactFilterInput | undefined; except?: string[] | undefined };
}

/**
 * A lead's reply in their timeline, and a sending account's inbox; a filter by segment, and buttons that
 * add the selected leads to one, or to a sequence. Later slices render them; `browser/` provides them as one object, because every
 * screen loads it first.
 */
export const ContactSlots = createContext<{
  Reply?: ComponentType<ReplyProps>;
  Inbox?: ComponentType<InboxProps>;
  SegmentField?: ComponentType<SegmentFieldProps>;
  AddToSegment?: ComponentType<SegmentMenuProps>;
  AddToSequence?: ComponentType<SegmentMenuProps>;
}>({});
