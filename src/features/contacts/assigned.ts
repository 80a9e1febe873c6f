import { grantOf } from "#src/features/team/rules.ts";
import { listMemberships } from "#src/features/team/team.ts";
import type { Platform } from "#src/platform/context.ts";
import type { ContactRow } from "./store.ts";
import type { TaskRow } from "./task-store.ts";

/** Who it's for, or the account's owner if they may no longer see the lead. */
export async function assigneeOf(
  { db }: Platform,
  { user_id: account, assignee_id }: TaskRow,
  { profile_ids }: ContactRow,
): Promise<string> {
  if (assignee_id === null || assignee_id === account) return account;
  const place = (await listMemberships(db, assignee_id)).find((one) => one.account === account);
  const limit = place?.profile_ids ?? null;
  const maySee =
    place !== undefined &&
    grantOf(place.role, "leads.see") === "full" &&
    (limit === null || profile_ids.some((id) => limit.includes(id)));
  return maySee ? assignee_id : account;
}
