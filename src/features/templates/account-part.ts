import type { AccountPart } from "#src/platform/account-part.ts";
import { listFileIds, listFiles } from "./file-store.ts";
import { mailFiles, mailPictures, mailSenders, snippets, templates, templateVersions } from "./tables.ts";

export const templatesPart: AccountPart = {
  tables: [
    { table: templateVersions, by: { account: templateVersions.user_id } },
    {
      table: templates,
      by: { account: templates.user_id },
      label: "Templates",
      exported: { as: "templates", id: templates.id, without: ["editor_id", "editor_until"] },
    },
    {
      table: snippets,
      by: { account: snippets.user_id },
      exported: { as: "snippets", id: snippets.id },
    },
    { table: mailSenders, by: { account: mailSenders.user_id } },
    { table: mailFiles, by: { account: mailFiles.user_id } },
    { table: mailPictures, by: { account: mailPictures.user_id } },
  ],
  async *exportFiles({ db }, { account }) {
    for (const id of await listFileIds(db, account))
      for (const { name, content } of await listFiles(db, { account, ids: [id] }))
        yield { name: `attachments/${id} ${name}`, content };
  },
  people: [templates.editor_id, templateVersions.made_by],
};
