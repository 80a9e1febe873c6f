import { type ComponentType, createContext } from "react";
import type { ContactFilterInput } from "#src/features/audience/contacts/contract.ts";
import type { TimelineEntry } from "#src/features/audience/contacts/timeline/timeline-contract.ts";
import type { FilterSearch } from "./filter-search.ts";

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

export interface ConditionFilterProps {
  choice: FilterSearch;
  /** The only profile whose leads are shown, if there are others. */
  profileId: string | undefined;
  /** `isReplacing` for the same filter in another form, which isn't a step to go back to. */
  onChoose: (choice: FilterSearch, isReplacing?: boolean) => void;
}

export interface SegmentMenuProps {
  selection:
    | { ids: string[] }
    | { all: true; filter?: ContactFilterInput | undefined; except?: string[] | undefined };
}

export interface SequencesProps {
  contactId: string;
  onChanged: () => void;
}

/**
 * A lead's reply in their timeline, and the sequences that they're inside of; a sending account's inbox; a filter by
 * conditions, and buttons that add the selected leads to a segment, or to a sequence. Later slices render them;
 * `browser/` provides them as one object, because every screen loads it first.
 */
export const ContactSlots = createContext<{
  Reply?: ComponentType<ReplyProps>;
  Inbox?: ComponentType<InboxProps>;
  ConditionFilter?: ComponentType<ConditionFilterProps>;
  AddToSegment?: ComponentType<SegmentMenuProps>;
  AddToSequence?: ComponentType<SegmentMenuProps>;
  Sequences?: ComponentType<SequencesProps>;
}>({});
