import type { TopicName } from "#src/features/identity/preferences/rules.ts";
import type { Permission, StaffArea } from "#src/lib/access.ts";
import type { EventType } from "#src/lib/event.ts";

/**
 * The recipients. `viewers`: everyone with permission to see the subject in the account, except the person
 * who caused it, or just the one among them whom the payload names in the field `only`. `team`: everyone on the account's team but its owner. `member`: the person that it happened
 * to. `assignee`: the person whose task it is. `owner`: the account's owner, even for their own action,
 * because it may not have been them. `staff`: those in charge of an area of the instance, once until they've
 * read it. `colleagues`: staff with one of the roles that the payload names, except the person who caused it.
 */
export type Audience =
  | { to: "viewers"; permission: Permission; only?: string }
  | { to: "team" }
  | { to: "member" }
  | { to: "assignee" }
  | { to: "owner" }
  | { to: "staff"; area: StaffArea }
  | { to: "colleagues" };

/** The values for a sentence and a link. Names are empty once their owner is gone. */
export interface Facts {
  count: number;
  /** The person who caused it. */
  actor: string;
  /** The related fan, key, webhook's host, or member. */
  subject: string;
  subject_id: string;
  profile: string;
  profile_id: string | null;
  owner: string;
  isOwn: boolean;
  data: Readonly<Record<string, unknown>>;
}

export interface NotificationType {
  topic: TopicName;
  /** Undefined for what isn't about an event: `news.ts` has it from its caller. */
  announced?: EventType<object>;
  audience: Audience;
  /** Filters out events that aren't worth a notification. */
  isNews?(payload: Readonly<Record<string, unknown>>): boolean;
  /** `locale` formats numbers for its reader. */
  sentence(facts: Facts, locale: string): string;
  /** Returns the related screen of the dashboard. Null if there's none. */
  path(facts: Facts): string | null;
}
