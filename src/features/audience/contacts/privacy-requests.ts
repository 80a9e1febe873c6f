/*
 * People's privacy requests: a copy of their data, or its erasure. Each is listed for the account as
 * evidence, with only the hash of the address.
 */

import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { insertRequest, listRequestRows, updateRequestReport } from "./privacy-request-store.ts";
import type { RequestKind } from "./rules.ts";
import type { ContactRow } from "./store.ts";

const PAGE_ROWS = 50;

interface Requested {
  kind: RequestKind;
  /** The team member who handled it, or null if the person used the link in an e-mail. */
  by: string | null;
  report: Record<string, number>;
}

/**
 * Records a request. There's one erasure of a contact, which has the contact's own id. Call it in a
 * transaction.
 */
export async function recordPrivacyRequest(
  ctx: Platform,
  { user_id, id, email }: Pick<ContactRow, "user_id" | "id" | "email">,
  { kind, ...done }: Requested,
): Promise<void> {
  const own = { user_id, id: kind === "erasure" ? id : ctx.newId(), email_hash: emailHash(user_id, email) };
  await insertRequest(ctx.db, { ...own, kind, ...done, at: ctx.now().toISOString() });
}

export function addToErasureReport(
  platform: Platform,
  contact: { account: string; id: string },
  report: Record<string, number>,
): Promise<void> {
  return updateRequestReport(platform.db, contact, report);
}

export async function listRequests(ctx: Ctx, { cursor }: { cursor?: string | undefined }) {
  requireWholeAccount(ctx);
  const { rows, ...page } = await listRequestRows(ctx.db, ctx.account, {
    request: { cursor },
    rows: PAGE_ROWS,
  });
  return {
    ...page,
    items: rows.map(({ by, by_name, key: _, ...row }) => ({
      ...row,
      by: by === null ? null : (by_name ?? ""),
    })),
  };
}
