/*
 * The encrypted passwords of sending accounts, and the access tokens that they get from servers with OAuth: Gmail's, and
 * those with XOAUTH2. `dkim.ts` has the keys that sign.
 */
import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import { fetchGoogle, type GmailClient } from "#src/platform/gmail.ts";
import { SafeFetchFailure } from "#src/platform/outbound/safe-fetch.ts";
import type { MailboxRow } from "../store.ts";

export { dkimOf, hasDkimKey, keyPurpose, senderDomain } from "./dkim.ts";

/** Never returned by the API. */
export interface Secret {
  /** For XOAUTH2 and Gmail, a refresh token. */
  password: string;
  client_secret: string;
}

export const secretPurpose = (id: string) => `mailboxes.secret ${id}`;

export function sealSecret({ vault }: Platform, id: string, secret: Secret): string {
  return vault.seal(secretPurpose(id), JSON.stringify(secret));
}

/** Empty if the instance has lost the secret that encrypts it. */
export function openSecret({ vault }: Platform, { id, secret }: Pick<MailboxRow, "id" | "secret">): Secret {
  const text = secret === null ? undefined : vault.open(secretPurpose(id), secret);
  return text === undefined ? { password: "", client_secret: "" } : JSON.parse(text);
}

const TOKEN_MS_MAX = 15_000;
const TOKEN_BYTES_MAX = 64 * 1024;
const SOON_MS = 60_000;

const refusedSchema = z.object({ error: z.string() });
/** Google's errors about the client (RFC 6749), rather than the person who granted access. */
const CLIENT_REFUSED = new Set(["invalid_client", "unauthorized_client", "deleted_client"]);
const grantedSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().default(3600) });

/** In memory only, until shortly before they expire. */
const kept = new Map<string, { token: string; until: number; of: string | null }>();

/** Makes the next attempt after a refusal fetch a new token. */
export function dropCachedToken({ id }: Pick<MailboxRow, "id">): void {
  kept.delete(id);
}

export class AccessRevoked extends Error {
  /** The mail client's code for a refused sign-in. */
  readonly code = "EAUTH";
}

/** This instance has no client at Google, or one that Google refuses. No account can change that. */
export class GmailNotConfigured extends Error {
  constructor() {
    super(
      "Google doesn’t know this instance. The people who run it have to check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
    );
  }
}

/** Returns a token for the sending account's user. `isNew`: the last one didn't work. */
export async function xoauth2Token(
  platform: Platform,
  row: MailboxRow,
  { isNew }: { isNew: boolean },
): Promise<string> {
  const known = findToken(platform, row);
  if (!isNew && known !== undefined) return known;
  const { password, client_secret } = openSecret(platform, row);
  const form = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: password,
    client_id: row.client_id,
    ...(client_secret !== "" && { client_secret }),
  });
  const { status, body } = await platform.outbound.post(row.token_url, {
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: form.toString(),
    bytesKept: TOKEN_BYTES_MAX,
    milliseconds: TOKEN_MS_MAX,
  });
  if (status === 400 || status === 401) throw new AccessRevoked("The token was refused. Get a new one.");
  return keepToken(platform, row, parseGranted(body));
}

/** Returns a token for Gmail's API. `isNew`: the last one didn't work. */
export async function gmailToken(
  platform: Platform,
  row: MailboxRow,
  { isNew }: { isNew: boolean },
): Promise<string> {
  if (!platform.gmail) throw new GmailNotConfigured();
  const known = findToken(platform, row);
  if (!isNew && known !== undefined) return known;
  const { password } = openSecret(platform, row);
  if (password === "") throw new AccessRevoked("This account isn’t connected to Google.");
  const { ok, status, body } = await requestGoogleToken(platform.gmail, {
    grant_type: "refresh_token",
    refresh_token: password,
  });
  if (ok) return keepToken(platform, row, grantedSchema.parse(body));
  const { error } = refusedSchema.safeParse(body).data ?? {};
  if (error === "invalid_grant") throw new AccessRevoked("Access was revoked at Google. Connect it again.");
  if (error !== undefined && CLIENT_REFUSED.has(error)) throw new GmailNotConfigured();
  throw new Error(`Google answered ${status}.`);
}

export async function requestGoogleToken(
  { token, clientId: client_id, clientSecret: client_secret }: GmailClient,
  form: Record<string, string>,
): Promise<{ ok: boolean; status: number; body: unknown }> {
  const response = await fetchGoogle(token, {
    method: "POST",
    body: new URLSearchParams({ ...form, client_id, client_secret }),
    redirect: "error",
    signal: AbortSignal.timeout(TOKEN_MS_MAX),
  });
  const body: unknown = await response.json().catch(() => undefined);
  return { ok: response.ok, status: response.status, body };
}

/** Revokes the access at Google, too. If Google doesn't respond, it stays until its owner ends it there. */
export async function revokeAccess(platform: Platform, row: MailboxRow): Promise<void> {
  dropCachedToken(row);
  const { password: token } = openSecret(platform, row);
  if (row.kind !== "gmail" || !platform.gmail || token === "") return;
  await fetchGoogle(platform.gmail.revoke, {
    method: "POST",
    body: new URLSearchParams({ token }),
    signal: AbortSignal.timeout(TOKEN_MS_MAX),
  }).catch((error: unknown) => platform.log.warn({ err: error }, "Google didn't hear of a revoked access"));
}

function findToken({ now }: Platform, { id, secret }: MailboxRow): string | undefined {
  const known = kept.get(id);
  return known && known.of === secret && known.until > now().getTime() ? known.token : undefined;
}

function keepToken(
  { now }: Platform,
  { id, secret }: MailboxRow,
  { access_token: token, expires_in }: z.output<typeof grantedSchema>,
): string {
  kept.set(id, { token, until: now().getTime() + expires_in * 1000 - SOON_MS, of: secret });
  return token;
}

function parseGranted(body: Uint8Array): z.output<typeof grantedSchema> {
  try {
    return grantedSchema.parse(JSON.parse(Buffer.from(body).toString()));
  } catch (error) {
    throw new SafeFetchFailure("status", error);
  }
}
