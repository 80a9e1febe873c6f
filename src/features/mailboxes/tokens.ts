/* Access tokens for servers that people sign in to by OAuth (XOAUTH2). */
import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import { OutboundFailure } from "#src/platform/outbound/outbound.ts";
import { openSecret } from "./server.ts";
import type { MailboxRow } from "./store.ts";

const TOKEN_MS_MAX = 15_000;
const TOKEN_BYTES_MAX = 64 * 1024;
const SOON_MS = 60_000;

const grantedSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().default(3600) });

/** In memory only, until shortly before they expire. */
const kept = new Map<string, { token: string; until: number; of: string | null }>();

/** After a refusal, the next try gets another. */
export function forgetToken({ id }: Pick<MailboxRow, "id">): void {
  kept.delete(id);
}

/** Says that the access itself is gone, not only its token. */
export class AccessLost extends Error {
  /** As the mail client says that a server refused to sign us in. */
  readonly code = "EAUTH";
}

/** A token for the mailbox's user. `isNew`: the last one didn't work. */
export async function xoauth2Token(
  platform: Platform,
  row: MailboxRow,
  { isNew }: { isNew: boolean },
): Promise<string> {
  const known = kept.get(row.id);
  const now = platform.now().getTime();
  if (!isNew && known && known.of === row.secret && known.until > now) return known.token;
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
  if (status === 400 || status === 401) throw new AccessLost("The token was refused. Get a new one.");
  const granted = parseGranted(body);
  kept.set(row.id, {
    token: granted.access_token,
    until: now + granted.expires_in * 1000 - SOON_MS,
    of: row.secret,
  });
  return granted.access_token;
}

function parseGranted(body: Uint8Array): z.output<typeof grantedSchema> {
  try {
    return grantedSchema.parse(JSON.parse(Buffer.from(body).toString()));
  } catch (error) {
    throw new OutboundFailure("status", error);
  }
}
