/* Reads Gmail's API, with the owner's permission. */
import type * as z from "zod";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { fetchGoogle } from "#src/platform/gmail.ts";
import { AccessRevoked, GmailNotConfigured, gmailToken } from "../credentials/credentials.ts";
import { recordAuthFailure } from "../states.ts";
import { type MailboxRow, updateMailboxRow } from "../store.ts";
import { parseGmailError } from "./gmail-send.ts";

const READ_MS_MAX = 20_000;
/** Lists are far shorter. */
const ANSWER_BYTES_MAX = 1024 * 1024;

interface Trouble {
  waitMs?: number | undefined;
  isAboutAll?: boolean;
  cause?: unknown;
}

/** The reason why reading fails, in words for the account's owner. */
export class GmailError extends Error {
  readonly waitMs: number | undefined;
  /** Set if any other request would fail, too. */
  readonly isAboutAll: boolean;
  constructor(words: string, { waitMs, isAboutAll = false, cause }: Trouble = {}) {
    super(words, { cause });
    this.waitMs = waitMs;
    this.isAboutAll = isAboutAll;
  }
}

const NO_ANSWER = "Google didn’t answer. We’ll try again.";

/** Returns Gmail's response. Undefined if the requested thing doesn't exist (anymore). */
export async function readGmail<Answer>(
  platform: Platform,
  row: MailboxRow,
  { path, schema }: { path: string; schema: z.ZodType<Answer> },
): Promise<Answer | undefined> {
  const start = await startOfAnswer(platform, row, { path, bytes: ANSWER_BYTES_MAX });
  if (start === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(start.toString()));
  } catch (cause) {
    throw new GmailError(NO_ANSWER, { cause });
  }
}

/** Returns the start of an e-mail, about as much as requested. Undefined if it's gone. */
export async function readGmailSource(
  platform: Platform,
  row: MailboxRow,
  { id, bytes }: { id: string; bytes: number },
): Promise<Buffer | undefined> {
  const path = `messages/${id}?format=raw&fields=raw`;
  const start = await startOfAnswer(platform, row, { path, bytes: Math.ceil((bytes * 4) / 3) });
  const [, raw] = /"raw"\s*:\s*"([\w-]*)/.exec(start?.toString("latin1") ?? "") ?? [];
  return raw === undefined ? undefined : Buffer.from(raw, "base64url");
}

/** Stops reading, although Google's permission lasts until someone connects again. */
export async function stopReading(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await updateMailboxRow(ctx.db, { account: ctx.account, id }, { reads_replies: false });
}

interface Asked {
  path: string;
  /** The number of bytes of the response to read. */
  bytes: number;
}

async function startOfAnswer(platform: Platform, row: MailboxRow, asked: Asked): Promise<Buffer | undefined> {
  const { now } = platform;
  const all = { isAboutAll: true };
  try {
    const first = await get(platform, row, { ...asked, isNew: false });
    // A token may end before its time.
    const { status, headers, start } =
      first.status === 401 ? await get(platform, row, { ...asked, isNew: true }) : first;
    if (status === 404) return undefined;
    if (status >= 200 && status < 300) return start;
    const { isLimit, waitMs } = parseGmailError({ status, headers, text: start.toString() }, now());
    if (isLimit)
      throw new GmailError("Google asked us to slow down. We’ll go on by ourselves.", { ...all, waitMs });
    if (status === 401) throw new AccessRevoked("Access was revoked at Google. Connect it again.");
    if (status === 403) throw new GmailError("Google doesn’t let us read replies. Allow it again.", all);
    throw new GmailError(NO_ANSWER);
  } catch (error) {
    if (error instanceof GmailError) throw error;
    if (error instanceof GmailNotConfigured) throw new GmailError(error.message, all);
    if (!(error instanceof AccessRevoked)) throw new GmailError(NO_ANSWER, { cause: error });
    // Sending would fail as well.
    await recordAuthFailure(platform, row, error.message);
    throw new GmailError(error.message, all);
  }
}

async function get(platform: Platform, row: MailboxRow, { path, bytes, isNew }: Asked & { isNew: boolean }) {
  const token = await gmailToken(platform, row, { isNew });
  const { status, headers, body } = await fetchGoogle(`${platform.gmail?.api}/gmail/v1/users/me/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    redirect: "error",
    signal: AbortSignal.any([AbortSignal.timeout(READ_MS_MAX), platform.abortSignal]),
  });
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    read += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (read >= bytes) break;
  }
  return { status, headers, start: Buffer.concat(chunks) };
}
