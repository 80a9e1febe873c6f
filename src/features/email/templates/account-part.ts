import * as z from "zod";
import type { AccountPart, ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { blockSchema, partsSchema } from "./blocks/blocks-contract.ts";
import { listFileIds, listFiles } from "./files/file-store.ts";
import { restoreFiles, setSender, withPictures } from "./library/library.ts";
import { senderSchema } from "./library/library-contract.ts";
import { NAME_CHARS_MAX, SNIPPETS_MAX } from "./rules.ts";
import { findSender, findTemplate, insertSnippet, listSnippetRows } from "./store.ts";
import { mailFiles, mailPictures, mailSenders, snippets, templates, templateVersions } from "./tables.ts";
import { createTemplate } from "./templates.ts";

export const templatesPart: AccountPart = {
  tables: [
    {
      table: templateVersions,
      by: { account: templateVersions.user_id },
      exported: {
        as: "template-versions",
        id: templateVersions.id,
        isLong: true,
        without: ["user_id", "made_by"],
        unrestored: "Earlier versions of templates: they’re in the file for reading.",
      },
    },
    {
      table: templates,
      by: { account: templates.user_id },
      label: "Templates",
      exported: {
        as: "templates",
        id: templates.id,
        isLong: true,
        without: ["user_id", "editor_id", "editor_until"],
      },
    },
    {
      table: snippets,
      by: { account: snippets.user_id },
      exported: { as: "snippets", id: snippets.id, isLong: true, without: ["user_id"] },
    },
    {
      table: mailSenders,
      by: { account: mailSenders.user_id },
      exported: { as: "mail-sender", id: mailSenders.user_id, without: ["user_id"] },
    },
    {
      table: mailFiles,
      by: { account: mailFiles.user_id },
      unexported: "They’re files of the export, in its folder attachments.",
    },
    {
      table: mailPictures,
      by: { account: mailPictures.user_id },
      unexported: "They’re files of the export, in its folder pictures.",
    },
  ],
  async *exportFiles({ db }, { account }) {
    for (const id of await listFileIds(db, account))
      for (const { name, content } of await listFiles(db, { account, ids: [id] }))
        yield { name: `attachments/${id} ${name}`, content };
  },
  restore: restoreTemplates,
  people: [templates.editor_id, templateVersions.made_by],
};

const exportedTemplate = partsSchema.extend({
  id: z.uuid(),
  name: z.string().max(NAME_CHARS_MAX),
  folder: z.string().max(NAME_CHARS_MAX),
});
const exportedSnippet = z.object({
  id: z.uuid(),
  name: z.string().max(NAME_CHARS_MAX),
  blocks: z.array(blockSchema).max(20),
});

/** Restores templates from an account's export, with their pictures and files. */
async function restoreTemplates(ctx: Ctx, from: ExportReader): Promise<undefined> {
  const [sender] = await from.rows("mail-sender", senderSchema);
  if (sender && !(await findSender(ctx.db, ctx.account))) await setSender(ctx, sender);
  for (const snippet of await from.rows("snippets", exportedSnippet))
    await restoreSnippet(ctx, from, snippet);
  for (const template of await from.rows("templates", exportedTemplate))
    await restoreTemplate(ctx, from, template);
}

async function restoreSnippet(
  ctx: Ctx,
  from: ExportReader,
  { id, name, blocks }: z.output<typeof exportedSnippet>,
): Promise<void> {
  const known = await listSnippetRows(ctx.db, ctx.account);
  if (known.length >= SNIPPETS_MAX || known.some((one) => one.id === id)) return;
  const row = { user_id: ctx.account, id: derivedId(ctx.account, id), name: from.translated(name) };
  const created_at = ctx.now().toISOString();
  const own = await withPictures(ctx, from, { of: name, written: blocks });
  await ctx.write((ctx) => insertSnippet(ctx.db, { ...row, blocks: own, created_at }));
}

async function restoreTemplate(
  ctx: Ctx,
  from: ExportReader,
  { id: was, attachments, ...template }: z.output<typeof exportedTemplate>,
): Promise<void> {
  const { account } = ctx;
  const id = derivedId(account, was);
  from.ids.set(was, id);
  if (await findTemplate(ctx.db, { account, id: was })) from.ids.set(was, was);
  if ((await findTemplate(ctx.db, { account, id: was })) ?? (await findTemplate(ctx.db, { account, id })))
    return;
  const { name } = template;
  const files = await restoreFiles(ctx, from, { of: name, named: attachments });
  const written = await withPictures(ctx, from, { of: name, written: template });
  await from.trying(name, () => createTemplate(ctx, { ...written, attachments: files, id }));
}
