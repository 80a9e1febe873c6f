/*
 * Files that go along with e-mail. An uploaded file never changes, so templates, their versions and campaigns
 * only name it; what nothing names anymore makes room for others when an account has no more.
 */
import { createHash } from "node:crypto";
import { requireWholeAccount } from "#src/features/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import {
  deleteUnusedFiles,
  findSameFile,
  insertFile,
  listFileFacts,
  listFiles,
  lockFiles,
  sumFileBytes,
  touchFiles,
} from "./file-store.ts";
import { fileFacts } from "./file-types.ts";
import { FILE_ERRORS } from "./files-contract.ts";
import { ATTACHMENTS_BYTES_MAX, type Attachment, FILES_BYTES_MAX } from "./rules.ts";

const UPLOADS: Limit = { name: "templates.file", attempts: 60, seconds: 60 * 60 };
/** A campaign may be paused for so long and still have what it needs. */
const UNUSED_DAYS = 90;

/** Keeps a file. The same one again, by name and content, is the one that's there. */
export async function uploadFile(ctx: Ctx, { file }: { file: File }): Promise<Attachment> {
  requireWholeAccount(ctx);
  await ctx.limits.count(UPLOADS, ctx.account);
  if (file.size > ATTACHMENTS_BYTES_MAX) throw failure(FILE_ERRORS, "ATTACHMENTS_TOO_LARGE");
  const content = await file.bytes();
  const facts = fileFacts(file.name, content);
  if (!facts || content.length === 0) throw failure(FILE_ERRORS, "FILE_REFUSED");
  const hash = createHash("sha256").update(content).digest("hex");
  return ctx.write(async (ctx) => {
    const { account } = ctx;
    await lockFiles(ctx.db, account);
    const now = ctx.now();
    const known = await findSameFile(ctx.db, { account, hash, name: facts.name });
    if (known) {
      await touchFiles(ctx.db, { account, ids: [known.id], now: now.toISOString() });
      return known;
    }
    const hasRoom = async () => (await sumFileBytes(ctx.db, account)) + content.length <= FILES_BYTES_MAX;
    if (!(await hasRoom())) {
      await deleteUnusedFiles(ctx.db, { account, before: addDays(now.toISOString(), -UNUSED_DAYS) });
      if (!(await hasRoom())) throw failure(FILE_ERRORS, "FILES_FULL");
    }
    const added = { id: ctx.newId(), ...facts, bytes: content.length };
    const at = now.toISOString();
    await insertFile(ctx.db, { user_id: account, ...added, hash, content, created_at: at, used_at: at });
    return added;
  });
}

/** What a form names, as it was uploaded. Throws for what isn't the account's, and for too much. */
export async function requireFiles(ctx: Ctx, named: readonly { id: string }[]): Promise<Attachment[]> {
  const ids = [...new Set(named.map(({ id }) => id))];
  const found = ids.every(isId) ? await listFileFacts(ctx.db, { account: ctx.account, ids }) : [];
  const files = ids.flatMap((id) => found.find((file) => file.id === id) ?? []);
  if (files.length < ids.length) throw failure(FILE_ERRORS, "ATTACHMENT_NOT_FOUND");
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > ATTACHMENTS_BYTES_MAX)
    throw failure(FILE_ERRORS, "ATTACHMENTS_TOO_LARGE");
  return files;
}

/** The same, for a template that names them from now on: they're in use. */
export async function nameFiles(ctx: Ctx, named: readonly { id: string }[]): Promise<Attachment[]> {
  const files = await requireFiles(ctx, named);
  const ids = files.map(({ id }) => id);
  if (ids.length > 0) await touchFiles(ctx.db, { account: ctx.account, ids, now: ctx.now().toISOString() });
  return files;
}

export interface LoadedFile {
  name: string;
  type: string;
  content: Uint8Array;
}

/** Files with their content, to be sent. Undefined if one of them is gone. */
export async function loadFiles(
  { db, now }: Platform,
  account: string,
  named: readonly { id: string }[],
): Promise<LoadedFile[] | undefined> {
  if (named.length === 0) return [];
  const ids = named.map(({ id }) => id);
  await touchFiles(db, { account, ids, now: now().toISOString() });
  const found = await listFiles(db, { account, ids });
  return found.length === ids.length ? found : undefined;
}
