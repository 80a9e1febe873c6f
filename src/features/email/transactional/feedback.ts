/* Handles feedback on transactional e-mail: its state moves forward, and dead addresses get no more. */

import { suppress } from "#src/features/audience/consent/consent.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import type { ErasedContacts } from "#src/features/audience/contacts/privacy/privacy.ts";
import type { Feedback } from "#src/features/email/delivery/delivery.ts";
import { type FeedbackKind, stateAfter } from "#src/features/email/delivery/rules.ts";
import { RELEASED } from "#src/features/email/delivery/send/lease-store.ts";
import { recordBounce } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { normalEmail } from "#src/lib/email-address.ts";
import { isId } from "#src/lib/endpoint.ts";
import type { Platform } from "#src/platform/context.ts";
import { FEEDBACK_REASONS } from "./rules.ts";
import { eraseAddresses, findMailIdInThread, lockMail, type MailRow, updateMail } from "./store.ts";

const OUR_ID = /^<?([0-9a-f-]{36})(?:@[^\s<>]*)?>?$/i;

/** Returns the id of a person's e-mail in a conversation at Gmail, which assigns its own Message-IDs. */
export function findMailInThread(
  { db }: Platform,
  { account, email, thread_id }: { account: string; email: string; thread_id: string },
): Promise<string | undefined> {
  const email_hash = emailHash(account, normalEmail(email));
  return findMailIdInThread(db, { account, email_hash, thread_id });
}

/** Records feedback. False if it's about no e-mail of this account. */
export async function recordMailFeedback(platform: Platform, given: Feedback): Promise<boolean> {
  const { account, kind, words } = given;
  const id = OUR_ID.exec(given.message_id.trim())?.[1] ?? "";
  if (!isId(id)) return false;
  return platform.write(async (ctx) => {
    const row = await lockMail(ctx.db, { account, id });
    if (!row) return false;
    const isOnTheWay = row.state === "leased" && row.handing_since === null;
    const to = isOnTheWay ? undefined : stateAfter(row.state, kind);
    if (to !== undefined)
      await updateMail(
        ctx.db,
        { account, id },
        {
          state: to,
          reason: FEEDBACK_REASONS[kind] ?? null,
          content: null,
          ...RELEASED,
          ...(words !== "" && row.email !== "" && { outcome: words }),
          handed_over_at: row.handed_over_at ?? given.at,
        },
      );
    const isComplaint = kind === "complained" && row.state !== "complained";
    if (to !== undefined || isComplaint || kind === "unsubscribed") await suppressFor(ctx, row, given);
    if (to === "bounced_hard") await recordBounce(ctx, { account, id: row.mailbox_id });
    return true;
  });
}

const REASONS: Partial<Record<FeedbackKind, "hard_bounce" | "complaint" | "unsubscribe">> = {
  bounced_hard: "hard_bounce",
  complained: "complaint",
  unsubscribed: "unsubscribe",
};

/** Erased recipients are already suppressed. */
async function suppressFor(
  ctx: Platform,
  { email }: MailRow,
  { account, kind, words }: Feedback,
): Promise<void> {
  const reason = REASONS[kind];
  if (email === "" || reason === undefined) return;
  await suppress(ctx, { account, email, reason, note: words === "" ? undefined : words });
}

/** Removes erased people's addresses, and servers' responses about them. Waiting e-mail is canceled. */
export function eraseRecipients(platform: Platform, { account, ids }: ErasedContacts): Promise<void> {
  return platform.write((ctx) => eraseAddresses(ctx.db, account, ids));
}
