import { type ComponentType, createContext } from "react";
import type { TimelineEntry } from "#src/features/audience/contacts/crm-contract.ts";

export interface ReplyProps {
  contactId: string;
  entry: TimelineEntry;
}

/** Of a sending account, with the server and username that it sends with. */
export interface InboxProps {
  id: string;
  kind: string;
  host: string;
  /** How it signs in. */
  auth: string;
  username: string;
}

/**
 * A lead's reply in their timeline, and where a sending account's replies are read. A later slice renders them;
 * `browser/` supplies them, in one piece because every screen loads it first.
 */
export const InboundSlots = createContext<{
  Reply?: ComponentType<ReplyProps>;
  Inbox?: ComponentType<InboxProps>;
}>({});
