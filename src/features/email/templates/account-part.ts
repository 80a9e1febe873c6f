import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { listFileIds, listFiles } from "./file-store.ts";
import { restoreTemplates } from "./restoration.ts";
import { mailFiles, mailPictures, mailSenders, snippets, templates, templateVersions } from "./tables.ts";

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
