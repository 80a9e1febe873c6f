/* Handles feedback on transactional e-mail: its state moves forward, and dead addresses get no more. */

import { suppress } from "#src/features/audience/consent/consent.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import type { ErasedContacts } from "#src/features/audience/contacts/privacy/privacy.ts";
import {
  type Feedback,
  type FeedbackLedger,
  recordFeedbackOn,
} from "#src/features/email/delivery/feedback/feedback.ts";
import { RELEASED } from "#src/features/email/delivery/rules.ts";
import { normalEmail } from "#src/lib/email-address.ts";
import { isId } from "#src/lib/endpoint.ts";
import type { Platform } from "#src/platform/context.ts";
import { FEEDBACK_REASONS } from "./rules.ts";
import { eraseAddresses, findMailIdInThread, lockMail, type MailRow, updateMail } from "./store.ts";

const OUR_ID = /^<?([0-9a-f-]{36})(?:@[^\s<>]*)?>?$/i;

/** Parses the id of a program's e-mail from a Message-ID of ours. Whether the account has it is checked later. */
export function mailNamed(message_id: string): string | undefined {
  const id = OUR_ID.exec(message_id.trim())?.[1] ?? "";
  return isId(id) ? id : undefined;
}

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
  return (await recordFeedbackOn(platform, given, FEEDBACK)) !== undefined;
}

const FEEDBACK: FeedbackLedger<MailRow> = {
  async lock(ctx, { account, message_id }) {
    const id = mailNamed(message_id);
    return id === undefined ? undefined : lockMail(ctx.db, { account, id });
  },
  async update(ctx, { account, kind, words, at, message, to }) {
    if (to === undefined) return;
    const { id, email, handed_over_at } = message;
    const told = words !== "" && email !== "" && { outcome: words };
    const changes = { ...RELEASED, ...told, reason: FEEDBACK_REASONS[kind] ?? null, content: null };
    await updateMail(
      ctx.db,
      { account, id },
      { ...changes, state: to, handed_over_at: handed_over_at ?? at },
    );
  },
  /** Reports have no ids here, so one that changes nothing is taken for a repetition. Erased people are suppressed already. */
  async suppress(ctx, { account, kind, words, message: { email, state }, to }, reason) {
    const isNew = to !== undefined || kind === "unsubscribed" || (kind === "complained" && state !== kind);
    if (email === "" || !isNew) return;
    await suppress(ctx, { account, email, reason, note: words === "" ? undefined : words });
  },
};

/** Removes erased people's addresses, and servers' responses about them. Waiting e-mail is canceled. */
export function eraseRecipients(platform: Platform, { account, ids }: ErasedContacts): Promise<void> {
  return platform.write((ctx) => eraseAddresses(ctx.db, account, ids));
}
