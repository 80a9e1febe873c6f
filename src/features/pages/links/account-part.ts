import type { AccountPart } from "#src/platform/account-data-registry.ts";
import type { LinkRow } from "./store.ts";
import { links } from "./tables.ts";
import { toLink } from "./to-link.ts";

export const linksPart: AccountPart = {
  tables: [
    {
      table: links,
      by: { profile: links.profile_id },
      label: "Links",
      exported: { as: "links", id: links.id, show: showLink },
    },
  ],
};

function showLink(row: LinkRow) {
  return { ...toLink(row), deleted_at: row.deleted_at };
}
