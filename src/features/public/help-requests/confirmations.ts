/* The one e-mail that an address gets because somebody typed it. */
import { Failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { receivedMail } from "./mails.ts";
import { findRequest, type RequestRow } from "./store.ts";

/** Anyone can type anyone's address, so it gets no more than this. */
const CONFIRMED: Limit = { name: "help.confirmation", attempts: 1, seconds: 60 * 60 };

/** E-mails the number and the link of a new request. */
export async function confirmRequest(
  platform: Platform,
  { subject: id }: { subject: string },
): Promise<void> {
  const row = await findRequest(platform.db, id);
  if (row) await mailLink(platform, row, { once: id });
}

/** E-mails a request's link to the address that it was sent with, unless that got one within the hour. */
export async function mailLink(
  platform: Platform,
  { id, email, account_id }: RequestRow,
  more: { once?: string } = {},
): Promise<void> {
  if (!(await isWithinLimit(platform, email))) return;
  const account = account_id === null ? {} : { account: account_id };
  await enqueueMail(platform, { mail: receivedMail, to: email, data: { id }, ...account, ...more });
}

function isWithinLimit({ limits }: Platform, email: string): Promise<boolean> {
  return limits.count(CONFIRMED, email).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return false;
    },
  );
}
