/* The shared parts of an account's e-mail: snippets, pictures, and the sender. */

import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { mediaBytes, uploadPicture } from "#src/features/pages/media/media.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { isLocalHost } from "#src/lib/url.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Block } from "../blocks/blocks-contract.ts";
import { senderChanged, snippetCreated, snippetDeleted } from "../events.ts";
import { pictureUrlsIn } from "../html/html.ts";
import {
  type Finding,
  formatFileSize,
  NAME_CHARS_MAX,
  PICTURES_HEAVY_BYTES,
  SNIPPETS_MAX,
} from "../rules.ts";
import {
  deleteSnippetRow,
  findSender,
  insertPicture,
  insertSnippet,
  listFieldRows,
  listSnippetRows,
  upsertSender,
} from "../store.ts";
import { LIBRARY_ERRORS, type SenderDetails, type Snippet } from "./library-contract.ts";

export { restoreFiles, withPictures } from "./restored-files.ts";

export async function listSnippets(ctx: Ctx): Promise<{ items: Snippet[] }> {
  requireWholeAccount(ctx);
  return { items: await listSnippetRows(ctx.db, ctx.account) };
}

export async function createSnippet(ctx: Ctx, input: { name: string; blocks: Block[] }): Promise<Snippet> {
  requireWholeAccount(ctx);
  const name = cleanText(input.name.replace(/\s+/g, " "), NAME_CHARS_MAX);
  if (isBlank(name)) throw failure(LIBRARY_ERRORS, "TEMPLATE_NAME_REQUIRED");
  return ctx.write(async (ctx) => {
    if ((await listSnippetRows(ctx.db, ctx.account)).length >= SNIPPETS_MAX)
      throw failure(LIBRARY_ERRORS, "SNIPPET_LIMIT");
    const id = ctx.newId();
    const row = { user_id: ctx.account, id, name, blocks: input.blocks };
    await insertSnippet(ctx.db, { ...row, created_at: ctx.now().toISOString() });
    await ctx.announce(snippetCreated, { subject: id, payload: {} });
    return { id, name, blocks: input.blocks };
  });
}

export async function deleteSnippet(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    const key = { account: ctx.account, id };
    if (!isId(id) || !(await deleteSnippetRow(ctx.db, key)))
      throw failure(LIBRARY_ERRORS, "SNIPPET_NOT_FOUND");
    await ctx.announce(snippetDeleted, { subject: id, payload: {} });
    return { id };
  });
}

/** Lists the custom fields that merge tags may name, in the account's order. */
export async function listFields(ctx: Ctx) {
  requireWholeAccount(ctx);
  const rows = await listFieldRows(ctx.db, ctx.account);
  return { items: rows.map(({ key, label }) => ({ key, label })) };
}

/** Pictures in e-mail are never deleted, because readers open old ones. */
export async function uploadMailPicture(ctx: Ctx, { file }: { file: File }) {
  requireWholeAccount(ctx);
  const made = await uploadPicture(ctx, { file, purpose: "mail" });
  await insertPicture(ctx.db, {
    user_id: ctx.account,
    path: made.url,
    created_at: ctx.now().toISOString(),
  });
  return made;
}

/** Returns warnings about the weight of an e-mail's own pictures. */
export async function imageWeights(ctx: Ctx, html: string): Promise<Finding[]> {
  const bytes = await mediaBytes(
    ctx,
    pictureUrlsIn(html).map((path) => path.replace(ctx.instance.publicUrl, "")),
  );
  if (bytes <= PICTURES_HEAVY_BYTES) return [];
  const message = `The pictures add up to ${formatFileSize(bytes)}, which takes long to load on a phone. Use fewer or smaller ones.`;
  return [{ severity: "warning", where: "html", message }];
}

/** Returns the sender of the account's e-mail. Empty until it's set. */
export async function getSender(ctx: Ctx): Promise<SenderDetails> {
  return (await findSender(ctx.db, ctx.account)) ?? { name: "", postal_address: "" };
}

export async function setSender(ctx: Ctx, input: SenderDetails): Promise<SenderDetails> {
  requireWholeAccount(ctx);
  const sender = {
    name: cleanText(input.name.replace(/\s+/g, " "), NAME_CHARS_MAX),
    postal_address: cleanText(input.postal_address, 500),
  };
  return ctx.write(async (ctx) => {
    await upsertSender(ctx.db, { user_id: ctx.account, ...sender });
    await ctx.announce(senderChanged, { subject: ctx.account, payload: {} });
    return sender;
  });
}

/** Returns problems for recipients that follow from the instance's URL. */
export function findingsOfInstance({ publicUrl }: { publicUrl: string }): Finding[] {
  const { protocol, hostname } = new URL(publicUrl);
  const message = isLocalHost(hostname)
    ? `Recipients can’t open its links or unsubscribe: these lead to ${publicUrl}, which opens only in your own network. The people who run this instance have to set PUBLIC_URL to its URL on the internet.`
    : `Inboxes offer no one-click button to unsubscribe, and browsers call its links not secure: these lead to ${publicUrl}. The people who run this instance have to set PUBLIC_URL to a URL that starts with https://.`;
  const isFine = protocol === "https:" && !isLocalHost(hostname);
  return isFine ? [] : [{ severity: "warning", where: "html", message }];
}
