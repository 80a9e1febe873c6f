import { type ComponentType, createContext } from "react";
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

/**
 * A lead's reply in their timeline, and a sending account's inbox. A later slice renders them; `browser/`
 * provides them as one object, because every screen loads it first.
 */
export const InboundSlots = createContext<{
  Reply?: ComponentType<ReplyProps>;
  Inbox?: ComponentType<InboxProps>;
}>({});
