import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { listExportedPictures } from "./exported-pictures.ts";
import { ENDINGS } from "./rules.ts";
import { findMediaContent, listMediaIds, updateOwnPictureOwners } from "./store.ts";
import { media } from "./tables.ts";

export const mediaPart: AccountPart = {
  tables: [
    {
      table: media,
      by: { account: media.user_id },
      label: "Pictures",
      isPartlyPersonal: true,
      exported: {
        as: "pictures",
        id: media.id,
        without: ["user_id", "content", "hash", "darkest", "lightest", "used_at"],
      },
    },
  ],
  swapPeople: ({ db }, swap) => updateOwnPictureOwners(db, swap),
  async *exportFiles({ db }, { account }) {
    for (const id of await listMediaIds(db, account)) {
      const picture = await findMediaContent(db, id);
      if (picture)
        yield { name: `pictures/${id}.${ENDINGS[picture.content_type]}`, content: picture.content };
    }
  },
  async restore(_, from) {
    // E-mails bring theirs along.
    for (const [path, { purpose, name }] of await listExportedPictures(from))
      if (purpose !== "mail") await from.picture(path, { purpose, name: name || "Picture" });
    return undefined;
  },
};
