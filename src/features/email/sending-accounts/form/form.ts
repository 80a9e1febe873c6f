/* The form of a sending account: how it is stored, and what an edit changes. */
import type * as z from "zod";
import { isEmail } from "#src/lib/email-address.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import { MAILBOX_ERRORS } from "../contract.ts";
import { sealSecret } from "../credentials/credentials.ts";
import { instanceSender } from "../instance-mail.ts";
import { type MailboxKind, NAME_CHARS_MAX, POSTAL_CHARS_MAX } from "../rules.ts";
import type { MailboxRow } from "../store.ts";
import type { GmailForm, InstanceForm, SmtpForm, updateMailboxSchema } from "./form-contract.ts";
import { parseSmtpConfig } from "./smtp-config.ts";

export { parseSmtpConfig } from "./smtp-config.ts";

export function parseForm(ctx: Ctx, id: string, form: SmtpForm | GmailForm | InstanceForm) {
  if (form.kind === "smtp") return parseSmtp(ctx, id, form);
  if (form.kind === "gmail") return parseGmail(form);
  return parseSender({ ...form, from_address: instanceSender(ctx) ?? "" }, form.kind);
}

function parseSmtp(ctx: Ctx, id: string, form: SmtpForm) {
  const { password, client_secret, ...server } = parseSmtpConfig(ctx, form, { needsSecret: true });
  const secret = sealSecret(ctx, id, { password, client_secret });
  return { ...parseSender(form, "smtp"), ...server, ...form.limits, secret };
}

function parseGmail({ gmail_plan, ...form }: GmailForm) {
  return { ...parseSender({ ...form, from_address: "" }, "gmail"), gmail_plan };
}

export const SERVER_FIELDS = [
  "host",
  "port",
  "security",
  "auth",
  "username",
  "token_url",
  "client_id",
] as const;
/** Fields for the target of e-mail and replies, which an intruder at an open browser would change. */
export const GUARDED_FIELDS = [...SERVER_FIELDS, "secret", "from_address", "reply_to"] as const;

export function changesOf(
  ctx: Ctx,
  row: MailboxRow,
  form: Omit<z.output<typeof updateMailboxSchema>, "id">,
): Partial<MailboxRow> {
  const isOfGoogle = row.kind === "gmail";
  const given = {
    ...row,
    ...definedIn(form),
    ...(row.kind !== "smtp" && { from_address: row.from_address }),
  };
  const sender = parseSender(given, row.kind);
  const isMoved = SERVER_FIELDS.some((field) => form[field] !== undefined && form[field] !== row[field]);
  const hasSecret = (form.password ?? "") !== "";
  const wanted: Partial<MailboxRow> = { ...sender, ...form.limits };
  if (row.kind === "smtp" && (isMoved || hasSecret)) {
    // Otherwise, anyone who can edit it could have the password sent to a server of their own.
    const { password, client_secret, ...server } = parseSmtpConfig(
      ctx,
      { ...row, password: "", client_secret: "", ...definedIn(form) },
      { needsSecret: true },
    );
    Object.assign(wanted, server, { secret: sealSecret(ctx, row.id, { password, client_secret }) });
  }
  if (isOfGoogle && form.gmail_plan !== undefined) wanted.gmail_plan = form.gmail_plan;
  if (form.warms_up !== undefined && form.warms_up !== (row.warm_up_since !== null))
    wanted.warm_up_since = form.warms_up ? ctx.now().toISOString() : null;
  const changed = Object.entries(wanted).filter(([field, value]) => value !== row[field as keyof MailboxRow]);
  return Object.fromEntries(changed);
}

function definedIn<T extends object>(form: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as never;
}

type SenderFields = Pick<MailboxRow, "from_name" | "from_address" | "reply_to" | "postal_address">;

/** Line breaks would add headers, so they're removed from names and addresses. */
function parseSender(form: SenderFields, kind: MailboxKind): SenderFields {
  const from_name = cleanText(form.from_name, NAME_CHARS_MAX).replace(/\s+/g, " ");
  if (isBlank(from_name)) throw failure(MAILBOX_ERRORS, "FROM_NAME_MISSING");
  const from_address = form.from_address.trim();
  if (kind !== "gmail" && !isEmail(from_address)) throw failure(MAILBOX_ERRORS, "FROM_ADDRESS_INVALID");
  const reply_to = form.reply_to.trim();
  if (kind === "instance" && reply_to === "") throw failure(MAILBOX_ERRORS, "REPLY_TO_MISSING");
  if (reply_to !== "" && !isEmail(reply_to)) throw failure(MAILBOX_ERRORS, "REPLY_TO_INVALID");
  return {
    from_name,
    from_address,
    reply_to,
    postal_address: cleanText(form.postal_address, POSTAL_CHARS_MAX),
  };
}
