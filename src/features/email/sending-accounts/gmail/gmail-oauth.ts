/* Connects a Gmail account (OAuth 2.0 with PKCE), and stores its tokens. */

import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { requireRecentSignInOfPeople } from "#src/features/identity/accounts/reauthentication.ts";
import { isEmail } from "#src/lib/email-address.ts";
import { failure } from "#src/lib/errors.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { GmailClient } from "#src/platform/gmail.ts";
import { MAILBOX_ERRORS, type Mailbox } from "../contract.ts";
import { requestGoogleToken, sealSecret } from "../credentials/credentials.ts";
import { mailboxProven, mailboxUpdated } from "../events.ts";
import { requireMailbox, toMailbox } from "../sending-accounts.ts";
import { transitionMailbox } from "../states.ts";
import { findMailboxByOauthState, lockMailbox, updateMailboxRow } from "../store.ts";

const SEND_SCOPE = "https://www.googleapis.com/auth/gmail.send";
/** The proven address is all we learn, besides permission to send. */
const SCOPES = ["openid", "email", SEND_SCOPE];
/** Requested only by people who want to see replies here. */
const READ_SCOPE = "https://www.googleapis.com/auth/gmail.readonly";
const CONNECT_MS_MAX = 15 * 60_000;

const grantedSchema = z.object({
  refresh_token: z.string().min(1),
  scope: z.string(),
  id_token: z.string(),
});
const claimsSchema = z.object({ email: z.string().refine(isEmail), email_verified: z.literal(true) });

const verifierPurpose = (id: string) => `mailboxes.oauth ${id}`;

function requireGmail({ gmail }: Platform): GmailClient {
  if (!gmail) throw failure(MAILBOX_ERRORS, "GMAIL_UNAVAILABLE");
  return gmail;
}

/** The URL to grant permission to send, and to read if requested. The same person has to come back. */
export async function connectGmail(
  ctx: Ctx,
  { id, reads_replies }: { id: string; reads_replies?: boolean | undefined },
): Promise<{ url: string }> {
  const row = await requireMailbox(ctx, id);
  const asksToRead = reads_replies ?? row.reads_replies;
  const client = requireGmail(ctx);
  if (row.kind !== "gmail") throw failure(MAILBOX_ERRORS, "MAILBOX_NOT_FOUND");
  await requireRecentSignInOfPeople(ctx);
  const state = randomBytes(24).toString("base64url");
  const verifier = randomBytes(48).toString("base64url");
  await ctx.write((ctx) =>
    updateMailboxRow(
      ctx.db,
      { account: ctx.account, id },
      {
        oauth_state: ctx.vault.digest("mailboxes.oauth", state),
        oauth_by: requirePerson(ctx).id,
        oauth_verifier: ctx.vault.seal(verifierPurpose(id), verifier),
        oauth_expires_at: new Date(ctx.now().getTime() + CONNECT_MS_MAX).toISOString(),
      },
    ),
  );
  const url = new URL(client.authorize);
  const asked = {
    client_id: client.clientId,
    redirect_uri: ctx.instance.publicUrl + PATHS.gmailCallback,
    response_type: "code",
    scope: [...SCOPES, ...(asksToRead ? [READ_SCOPE] : [])].join(" "),
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    access_type: "offline",
    // Without it, Google returns a refresh token only the first time.
    prompt: "consent",
    ...(row.from_address !== "" && { login_hint: row.from_address }),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return { url: url.href };
}

export async function finishGmail(
  ctx: Ctx,
  { state, code }: { state: string; code: string },
): Promise<Mailbox> {
  const client = requireGmail(ctx);
  const digests = ctx.vault.digests("mailboxes.oauth", state);
  const found = await findMailboxByOauthState(ctx.db, ctx.account, digests);
  const row = found && (await requireMailbox(ctx, found.id));
  const isTheirs = row?.oauth_by === requirePerson(ctx).id;
  const isOver = (row?.oauth_expires_at ?? "") <= ctx.now().toISOString();
  const verifier = row && ctx.vault.open(verifierPurpose(row.id), row.oauth_verifier ?? "");
  if (!row || !isTheirs || isOver || !verifier) throw failure(MAILBOX_ERRORS, "GMAIL_STATE");
  const { refresh_token, from_address, reads_replies } = await tokensFor(ctx, client, { code, verifier });
  await ctx.write(async (ctx) => {
    const key = { account: ctx.account, id: row.id };
    const current = await lockMailbox(ctx.db, key);
    // A code works once, and so does its state.
    if (!current || current.oauth_state !== row.oauth_state) throw failure(MAILBOX_ERRORS, "GMAIL_STATE");
    const now = ctx.now().toISOString();
    const noted = { proven_at: now, tested_at: now, last_error: "", last_error_at: null };
    const secret = sealSecret(ctx, row.id, { password: refresh_token, client_secret: "" });
    const over = { oauth_state: null, oauth_by: null, oauth_verifier: null, oauth_expires_at: null };
    const isAnother = current.from_address !== "" && current.from_address !== from_address;
    const google_since = isAnother ? now : current.google_since;
    const granted = { secret, from_address, username: from_address, reads_replies, google_since };
    await updateMailboxRow(ctx.db, key, { ...noted, ...over, ...granted });
    await ctx.announce(mailboxProven, { subject: row.id, payload: {} });
    if (reads_replies !== current.reads_replies)
      await ctx.announce(mailboxUpdated, { subject: row.id, payload: { fields: ["replies"] } });
    if (current.state !== "disabled" && current.state !== "paused_by_reputation")
      await transitionMailbox(ctx, row, { to: "active" });
  });
  return toMailbox(ctx, await requireMailbox(ctx, row.id));
}

async function tokensFor(
  ctx: Ctx,
  client: GmailClient,
  { code, verifier }: { code: string; verifier: string },
): Promise<{ refresh_token: string; from_address: string; reads_replies: boolean }> {
  const { ok, body } = await requestGoogleToken(client, {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: ctx.instance.publicUrl + PATHS.gmailCallback,
  });
  const granted = grantedSchema.safeParse(body);
  if (!ok || !granted.success) throw failure(MAILBOX_ERRORS, "GMAIL_REFUSED");
  // People can decline parts of the request.
  const scopes = granted.data.scope.split(" ");
  if (!scopes.includes(SEND_SCOPE)) throw failure(MAILBOX_ERRORS, "GMAIL_SCOPE");
  const claims = claimsSchema.safeParse(claimsOf(granted.data.id_token));
  if (!claims.success) throw failure(MAILBOX_ERRORS, "GMAIL_REFUSED");
  const reads_replies = scopes.includes(READ_SCOPE);
  return { refresh_token: granted.data.refresh_token, from_address: claims.data.email, reads_replies };
}

/** Its signature needs no check, because it comes straight from Google (OpenID Connect Core, 3.1.3.7). */
function claimsOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  } catch {
    return undefined;
  }
}
