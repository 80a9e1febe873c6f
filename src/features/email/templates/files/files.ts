/*
 * Attachments. An uploaded file never changes, so templates, their versions, and campaigns refer to it by id.
 * Unreferenced files are deleted after a day (`transactional/attachment-gc.ts`).
 */
import { createHash } from "node:crypto";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { ATTACHMENTS_BYTES_MAX, type Attachment, FILES_BYTES_MAX, FILES_MAX } from "../rules.ts";
import {
  countFiles,
  deleteFilesUnusedSince,
  findSameFile,
  insertFile,
  listFileFacts,
  listFiles,
  lockFiles,
  updateFilesUsedAt,
} from "./file-store.ts";
import { fileFacts } from "./file-types.ts";
import { FILE_ERRORS } from "./files-contract.ts";

const UPLOADS: Limit = { name: "templates.file", attempts: 60, seconds: 60 * 60 };

/** Stores a file. A file with the same name and content is reused. */
export async function uploadFile(ctx: Ctx, { file }: { file: File }): Promise<Attachment> {
  await ctx.limits.count(UPLOADS, ctx.account);
  return storeFile(ctx, file);
}

/** Stores a file without counting it as an upload. */
export async function storeFile(ctx: Ctx, file: File): Promise<Attachment> {
  requireWholeAccount(ctx);
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
      await updateFilesUsedAt(ctx.db, { account, ids: [known.id], now: now.toISOString() });
      return known;
    }
    const { files, bytes } = await countFiles(ctx.db, account);
    if (files >= FILES_MAX || bytes + content.length > FILES_BYTES_MAX)
      throw failure(FILE_ERRORS, "FILES_FULL");
    const added = { id: ctx.newId(), ...facts, bytes: content.length };
    const at = now.toISOString();
    await insertFile(ctx.db, { user_id: account, ...added, hash, content, created_at: at, used_at: at });
    return added;
  });
}

/** The files that a form names. Throws if one isn't the account's, or if they're too large together. */
export async function requireFiles(ctx: Ctx, named: readonly { id: string }[]): Promise<Attachment[]> {
  const ids = [...new Set(named.map(({ id }) => id))];
  const found = ids.every(isId) ? await listFileFacts(ctx.db, { account: ctx.account, ids }) : [];
  const files = ids.flatMap((id) => found.find((file) => file.id === id) ?? []);
  if (files.length < ids.length) throw failure(FILE_ERRORS, "ATTACHMENT_NOT_FOUND");
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > ATTACHMENTS_BYTES_MAX)
    throw failure(FILE_ERRORS, "ATTACHMENTS_TOO_LARGE");
  return files;
}

/**
 * Returns files for a template that refers to them from now on. They're marked as used first, so that none is
 * deleted in the meantime.
 */
export async function attachFiles(ctx: Ctx, named: readonly { id: string }[]): Promise<Attachment[]> {
  await markFilesUsed(ctx, ctx.account, named);
  return requireFiles(ctx, named);
}

/** Marks files as used, so that they aren't deleted for a day. */
export async function markFilesUsed(
  { db, now }: Pick<Platform, "db" | "now">,
  account: string,
  named: readonly { id: string }[],
): Promise<void> {
  const ids = named.map(({ id }) => id).filter(isId);
  if (ids.length > 0) await updateFilesUsedAt(db, { account, ids, now: now().toISOString() });
}

/** Deletes files without a reference and without recent use. */
export async function deleteUnusedFiles({ db }: Platform, before: string): Promise<void> {
  await deleteFilesUnusedSince(db, before);
}

export interface LoadedFile {
  name: string;
  type: string;
  content: Uint8Array;
}

/** Loads files with their content for sending. Undefined if one of them is gone. */
export async function loadFiles(
  platform: Platform,
  account: string,
  named: readonly { id: string }[],
): Promise<LoadedFile[] | undefined> {
  if (named.length === 0) return [];
  const ids = named.map(({ id }) => id);
  await markFilesUsed(platform, account, named);
  const found = await listFiles(platform.db, { account, ids });
  return found.length === ids.length ? found : undefined;
}
