import type { AccountPart } from "#src/platform/account-data-registry.ts";
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
      unexported: "They’re files of the export, in its folder pictures.",
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
};
