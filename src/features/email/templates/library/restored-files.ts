/* Pictures and attachments of e-mail in an account's export. */
import { picturePathsIn } from "#src/features/pages/media/rules.ts";
import type { ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { storeFile } from "../files/files.ts";
import type { Attachment } from "../rules.ts";
import { insertPicture } from "../store.ts";

/** Restores the named files. Those that the export doesn't have are left out. */
export async function restoreFiles(
  ctx: Ctx,
  from: ExportReader,
  { of: name, named }: { of: string; named: readonly Pick<Attachment, "id" | "name">[] },
): Promise<Attachment[]> {
  const files: Attachment[] = [];
  for (const { id, name: file } of named) {
    const found = await from.file(`attachments/${id} ${file}`);
    const kept = found && (await from.trying(name, () => storeFile(ctx, new File([found], file))));
    if (kept) files.push(kept);
  }
  return files;
}

/** Returns an e-mail with the ids that things have here, and with its pictures, which it restores. */
export async function withPictures<T>(
  ctx: Ctx,
  from: ExportReader,
  { of: name, written }: { of: string; written: T },
): Promise<T> {
  let text = JSON.stringify(from.translated(written));
  for (const path of picturePathsIn(text)) {
    const url = await from.picture(path, { purpose: "mail", name });
    if (url === undefined) continue;
    const created_at = ctx.now().toISOString();
    await ctx.write((ctx) => insertPicture(ctx.db, { user_id: ctx.account, path: url, created_at }));
    text = text
      .replaceAll(`${from.instance}${path}`, `${ctx.instance.publicUrl}${url}`)
      .replaceAll(path, url);
  }
  return JSON.parse(text);
}
