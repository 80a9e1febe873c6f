import { InboxAction } from "./InboxAction.tsx";
import { ReplyEntry } from "./ReplyEntry.tsx";

/** What earlier slices' screens show of this one, in one piece: its name is part of what every screen loads first. */
export const INBOUND_COMPONENTS = { Reply: ReplyEntry, Inbox: InboxAction };
