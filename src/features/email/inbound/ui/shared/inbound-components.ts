import { InboxAction } from "./InboxAction.tsx";
import { ReplyEntry } from "./ReplyEntry.tsx";

/**
 * The components for earlier slices' screens as one object, because its name is part of the first load of
 * every screen.
 */
export const INBOUND_COMPONENTS = { Reply: ReplyEntry, Inbox: InboxAction };
