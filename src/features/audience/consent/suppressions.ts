import type { InferContractRouterInputs } from "@orpc/contract";
import {
  deleteSuppressions,
  listSuppressedBatches,
  listSuppressionsOf,
} from "#src/features/audience/consent-records/consent-records.ts";
import {
  SUPPRESSION_ERRORS,
  type Suppression,
  type suppressionsContract,
} from "#src/features/audience/consent-records/contract.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import {
  LIFTED_BY_TEAM,
  SUPPRESSION_NOTE_CHARS_MAX,
  type SuppressionReason,
} from "#src/features/audience/consent-records/rules.ts";
import {
  findContactByEmail,
  insertTimelineEntries,
  updateStatuses,
} from "#src/features/audience/contacts/contacts.ts";
import { toSearchText } from "#src/features/audience/contacts/rules.ts";
import { requirePermission, requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isEmail, normalEmail } from "#src/lib/email-address.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import { BATCH_ROWS } from "#src/platform/db/bulk.ts";
import { csvFile } from "#src/platform/http/streamed-file.ts";
import { suppressMany } from "./bulk-suppression.ts";
import { suppress } from "./consent.ts";
import { addressesSuppressed, suppressionLifted } from "./events.ts";
import { listSuppressionRows } from "./store.ts";

const PAGE_ROWS = 50;

type Inputs = InferContractRouterInputs<typeof suppressionsContract>;

/** Lists suppressed addresses, newest first. */
export async function listSuppressions(ctx: Ctx, { q, cursor }: Inputs["suppressions"]) {
  requireWholeAccount(ctx);
  const isMasked = requirePermission(ctx, "leads.see") === "masked";
  if (isMasked && q) throw failure(GENERAL_ERRORS, "FORBIDDEN");
  const filter = { account: ctx.account, words: toSearchText(q) };
  const { rows, ...page } = await listSuppressionRows(ctx.db, filter, {
    request: { cursor },
    rows: PAGE_ROWS,
  });
  return { ...page, items: isMasked ? rows.map((row) => ({ ...row, email: null, note: null })) : rows };
}

/** The wording of reasons that imports recognize, ours and others'. */
const STATUS_WORDS: Readonly<Record<SuppressionReason, string>> = {
  complaint: "complained",
  spamtrap: "spam trap",
  hard_bounce: "bounced",
  manual: "blocked",
  erased: "unsubscribed",
  unsubscribe: "unsubscribed",
};

/** Exports fully suppressed addresses as a file that an import can read. */
export function exportSuppressions(ctx: Ctx): File {
  requireWholeAccount(ctx);
  const name = `suppressed-${ctx.now().toISOString().slice(0, 10)}.csv`;
  return csvFile(name, ["email", "status", "note", "since"], suppressedLines(ctx));
}

async function* suppressedLines(ctx: Ctx) {
  for await (const rows of listSuppressedBatches(ctx.db, ctx.account, BATCH_ROWS)) {
    if (!(await ctx.isAdmitted())) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
    // A person's own decision outlasts reasons that the team may lift.
    yield rows.map(({ email, wish, reason, note, created_at }) => [
      ...[email, STATUS_WORDS[wish ?? reason], note ?? "", created_at],
    ]);
  }
}

/** Suppresses an address. If it's suppressed for a graver reason, that one stays. */
export async function addSuppressionByHand(ctx: Ctx, input: Inputs["suppress"]): Promise<Suppression> {
  requireWholeAccount(ctx);
  const email = normalEmail(input.email);
  if (!isEmail(email)) throw failure(SUPPRESSION_ERRORS, "EMAIL_INVALID");
  const { account } = ctx;
  const { reason = "manual", scope } = input;
  return ctx.write(async (ctx) => {
    const note = input.note && cleanText(input.note, SUPPRESSION_NOTE_CHARS_MAX);
    await suppress(ctx, { account, email, reason, scope, note });
    const found = await listSuppressionsOf(ctx.db, { account, email_hash: emailHash(account, email) });
    return found.find((one) => one.scope === (scope ?? null)) as Suppression;
  });
}

/** Suppresses many addresses. Pasted text may contain duplicates, and invalid ones. */
export async function addSuppressionsByHand(ctx: Ctx, input: Inputs["suppressMany"]) {
  requireWholeAccount(ctx);
  const { account } = ctx;
  const { reason = "manual", scope } = input;
  const emails = [...new Set(input.emails.map(normalEmail))];
  const [wrong, right] = [emails.filter((email) => !isEmail(email)), emails.filter(isEmail)];
  const note = input.note && cleanText(input.note, SUPPRESSION_NOTE_CHARS_MAX);
  return ctx.write(async (ctx) => {
    const addresses = right.map((email) => ({ email, reason }));
    const { stopped: added, unsubscribed: ids } = await suppressMany(ctx, {
      account,
      addresses,
      scope,
      note,
    });
    const payload = { count: added, ...(ids.length > 0 && { unsubscribed: { ids, scope: scope ?? null } }) };
    if (added > 0) await ctx.announce(addressesSuppressed, { subject: account, payload });
    return { added, known: right.length - added, wrong };
  });
}

/**
 * Lifts bounces and manual suppressions, and records why. The person's own decision stays, and is returned.
 */
export async function liftSuppression(ctx: Ctx, input: Inputs["lift"]) {
  requireWholeAccount(ctx);
  const email = normalEmail(input.email);
  const note = cleanText(input.note, SUPPRESSION_NOTE_CHARS_MAX);
  const { account } = ctx;
  const topic = input.scope ?? null;
  const email_hash = emailHash(account, email);
  const liftable: readonly SuppressionReason[] = LIFTED_BY_TEAM;
  const wish = await ctx.write(async (ctx) => {
    const found = await listSuppressionsOf(ctx.db, { account, email_hash });
    const [first] = found;
    if (!first) throw failure(SUPPRESSION_ERRORS, "NOT_SUPPRESSED");
    const lifted = found.find(({ reason, scope }) => scope === topic && liftable.includes(reason));
    if (!lifted) throw failure(SUPPRESSION_ERRORS, "SUPPRESSION_KEPT", { data: { reason: first.reason } });
    const { reason } = lifted;
    await deleteSuppressions(ctx.db, { account, hashes: [email_hash], reasons: [reason], topic });
    const contact = await findContactByEmail(ctx.db, { account, email });
    if (contact) {
      const entry = {
        user_id: account,
        contact_id: contact.id,
        id: ctx.newId(),
        at: ctx.now().toISOString(),
      };
      await insertTimelineEntries(ctx.db, [{ ...entry, kind: "lifted", data: { reason, note } }]);
      await updateStatuses(ctx.db, account, [contact.id]);
    }
    const payload = contact ? { reason } : { reason, note };
    await ctx.announce(suppressionLifted, { subject: contact?.id ?? lifted.id, payload });
    return lifted.wish;
  });
  return { email, wish };
}
