import type { TopicName } from "#src/features/identity/preferences/rules.ts";
import type { Permission, StaffArea } from "#src/lib/access.ts";

/**
 * Who is told. `viewers`: everyone with the permission to see such things in the account, except the person
 * who did it. `team`: everyone on the account's team but its owner. `member`: the person that it happened to. `assignee`: the one whose task it is.
 * `owner`: the person whose account it is, even if they did it, because it may not have been them. `staff`: those in
 * charge of something in the instance, once until they've read it.
 */
export type Audience =
  | { to: "viewers"; permission: Permission }
  | { to: "team" }
  | { to: "member" }
  | { to: "assignee" }
  | { to: "owner" }
  | { to: "staff"; area: StaffArea };

/** What a sentence and a link are made of. Names are empty once what they belonged to is gone. */
export interface Facts {
  /** How many of the same it reports. */
  count: number;
  /** The person who did it. */
  actor: string;
  /** The fan, key, or webhook's host that it's about, or the member. */
  subject: string;
  profile: string;
  profile_id: string | null;
  /** The account's owner. */
  owner: string;
  isOwn: boolean;
  data: Readonly<Record<string, unknown>>;
}

export interface NotificationType {
  topic: TopicName;
  /** The name of the event that causes it. */
  announced: string;
  audience: Audience;
  /** Leaves out events that aren't worth telling. */
  isNews?(payload: Readonly<Record<string, unknown>>): boolean;
  /** `locale` is how its reader writes numbers. */
  sentence(facts: Facts, locale: string): string;
  /** Where it leads, in the dashboard. Null if there's nothing to see. */
  path(facts: Facts): string | null;
}
