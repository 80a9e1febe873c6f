/* Converts contacts to their form for the actor, with their way onto the list. */

import type { ConsentRow } from "#src/features/audience/consent-records/consent-records.ts";
import { type Ctx, canAccessProfile } from "#src/platform/context.ts";
import type { Contact, Origin } from "./contract.ts";
import { maskPerson, type Touch } from "./rules.ts";
import type { ContactRow, TimelineRow } from "./store.ts";
import { listCreatedEntries } from "./timeline/timeline-store.ts";

export async function toContacts(
  ctx: Ctx,
  rows: readonly (ContactRow & { key?: unknown })[],
  isMasked: boolean,
): Promise<Contact[]> {
  const ids = rows.map(({ id }) => id);
  const beginnings = new Map(
    (await listCreatedEntries(ctx.db, ctx.account, ids)).map((entry) => [entry.contact_id, entry]),
  );
  return rows.map((row) => {
    const { user_id: _, key: __, ...kept } = row;
    const [first_touch, last_touch] = [onReached(ctx, row.first_touch), onReached(ctx, row.last_touch)];
    const profile_ids = row.profile_ids.filter((id) => canAccessProfile(ctx, id));
    const contact = { ...kept, profile_ids, first_touch, last_touch };
    const origin = originOf(row, beginnings.get(row.id));
    if (!isMasked) return { ...contact, origin };
    return { ...contact, ...maskPerson(row), fields: {}, origin: { ...origin, file_name: null } };
  });
}

export async function toContact(ctx: Ctx, row: ContactRow, isMasked: boolean): Promise<Contact> {
  const [contact] = await toContacts(ctx, [row], isMasked);
  return contact as Contact;
}

/** A sign-up reveals data about its page, which people with access to another page may not see. */
function onReached(ctx: Ctx, touch: Touch | null): Touch | null {
  return touch && canAccessProfile(ctx, touch.profile_id) ? touch : null;
}

/** A consent applies to the whole account. The page it was given on isn't for everyone. */
export function consentsFor<Row extends Pick<ConsentRow, "profile_id" | "text">>(
  ctx: Ctx,
  consents: readonly Row[],
): Row[] {
  return consents.map((one) =>
    one.profile_id === null || canAccessProfile(ctx, one.profile_id)
      ? one
      : { ...one, profile_id: null, text: "" },
  );
}

/** A contact that was merged into them may have signed up before they were added. */
function originOf(
  { first_touch, created_at }: ContactRow,
  added: Pick<TimelineRow, "at" | "data"> | undefined,
): Origin {
  // Without a first entry, a sign-up that comes first is the origin. Other contacts were added before first
  // entries were stored.
  const isFirst = (at: string) => (added ? at < added.at : at <= created_at);
  if (first_touch && isFirst(first_touch.at)) return { by: "sign_up", at: first_touch.at, file_name: null };
  const { data, at } = added ?? { data: {}, at: created_at };
  if (typeof data.import === "string") return { by: "import", at, file_name: data.import };
  return { by: data.by === "api" ? "api" : "hand", at, file_name: null };
}
