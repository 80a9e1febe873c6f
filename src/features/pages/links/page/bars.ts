/* What keeps a visitor from a link before its URL is decided, in the order of spec §4. */
import { type AudienceMember, admits, type LinkAccess, stateOf } from "./access.ts";

/** The link isn't open yet, or not anymore; it asks for one's age; it's meant for others. */
export type Bar = "waiting" | "expired" | "age" | "audience";

export interface BarredLink {
  show_adult_warning: boolean;
  /** Absent or null for most. */
  access?: LinkAccess | null;
}

export interface BarredVisitor {
  /** Milliseconds since 1970. */
  now: number;
  isOfAge: boolean;
  /** Called only for links that aren't for everyone. */
  member: () => AudienceMember;
}

/** Returns the first thing in a visitor's way. Undefined if there's nothing. */
export function barOf({ access, show_adult_warning }: BarredLink, visitor: BarredVisitor): Bar | undefined {
  const state = access ? stateOf(access, visitor.now) : "open";
  if (state !== "open") return state;
  if (show_adult_warning && !visitor.isOfAge) return "age";
  return access?.audience && !admits(access.audience, visitor.member()) ? "audience" : undefined;
}
