import type { AccountPart } from "#src/platform/account-part.ts";
import { mailPictures, mailSenders, snippets, templates, templateVersions } from "./tables.ts";

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
    { table: mailPictures, by: { account: mailPictures.user_id } },
  ],
  people: [templates.editor_id, templateVersions.made_by],
};
