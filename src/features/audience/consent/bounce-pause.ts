import {
  findContactRow,
  insertTimelineEntries,
  updatePausedUntil,
} from "#src/features/audience/contacts/contacts.ts";
import { contactUpdated } from "#src/features/audience/contacts/events.ts";
import type { Platform } from "#src/platform/context.ts";

/** Pauses e-mail to a contact until then, because their inbox accepts nothing. A longer pause stays. */
export async function pauseAfterSoftBounces(
  platform: Platform,
  { account, id, until }: { account: string; id: string; until: string },
): Promise<void> {
  await platform.write(async (ctx) => {
    const contact = await findContactRow(ctx.db, { account, id });
    const { paused_until = null } = contact ?? {};
    if (!contact || (paused_until !== null && paused_until >= until)) return;
    await updatePausedUntil(ctx.db, { account, id }, until);
    const entry = { user_id: account, contact_id: id, id: ctx.newId(), at: ctx.now().toISOString() };
    const data = { before: { paused_until }, after: { paused_until: until } };
    await insertTimelineEntries(ctx.db, [{ ...entry, kind: "updated", data }]);
    await ctx.announce(contactUpdated, { account, subject: id, payload: { fields: ["paused_until"] } });
  });
}
