/* Sends through the instance's own mail server, if its founder lets accounts without one use it. */
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { MAIL_FROM } from "#src/platform/mail/mail.ts";
import { MAILBOX_ERRORS } from "./contract.ts";
import type { InstanceForm } from "./form/form-contract.ts";
import { lowerLimit } from "./rules.ts";
import { INSTANCE_SENDING } from "./settings.ts";
import { listMailboxRows, type MailboxRow } from "./store.ts";

const OVER =
  "The people who run this instance no longer let accounts send through its mail server. Unsent e-mail waits.";

const ADDED: Limit = {
  name: "mailboxes.instance",
  attempts: 2,
  seconds: 24 * 60 * 60,
  sentence: "You’ve just added this one.",
};

/** Returns its address, or undefined if accounts can't send through it. */
export function instanceSender({ settings, mail }: Platform): string | undefined {
  if (settings.get(INSTANCE_SENDING) === null || !mail.openRelay) return undefined;
  const from = settings.get(MAIL_FROM);
  return /<([^<>]*)>$/.exec(from)?.[1] ?? from;
}

/** Returns a sending account's effective settings: through the instance, they follow the instance's own. */
export function withInstanceSettings(platform: Platform, row: MailboxRow): MailboxRow {
  if (row.kind !== "instance") return row;
  const from_address = instanceSender(platform);
  if (from_address === undefined) return { ...row, state: "disabled", last_error: OVER };
  return { ...row, from_address, per_day: lowerLimit(row.per_day, platform.settings.get(INSTANCE_SENDING)) };
}

/** Only one for each account, and replacing it doesn't reset the count. */
export async function requireInstance(ctx: Ctx, { id }: InstanceForm): Promise<void> {
  if (instanceSender(ctx) === undefined) throw failure(MAILBOX_ERRORS, "INSTANCE_UNAVAILABLE");
  const rows = await listMailboxRows(ctx.db, ctx.account);
  const known = rows.find(({ kind }) => kind === "instance");
  if (known && known.id !== id) throw failure(MAILBOX_ERRORS, "INSTANCE_TAKEN");
  if (!known) await ctx.limits.count(ADDED, ctx.account);
}
