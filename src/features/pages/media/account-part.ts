import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { findContent } from "./contents.ts";
import { listExportedPictures } from "./exported-pictures.ts";
import { picturePlaces } from "./picture-places.ts";
import { ENDINGS } from "./rules.ts";
import { listMediaIds, updateOwnPictureOwners, updateShownMediaOwners } from "./store.ts";
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
        without: [
          "user_id",
          "uploaded_by",
          "content",
          "object_bytes",
          "hash",
          "darkest",
          "lightest",
          "used_at",
        ],
      },
    },
  ],
  people: [media.uploaded_by],
  swapPeople: ({ db }, swap) => updateOwnPictureOwners(db, swap),
  // Campaigns and the library of the other account show the same file, wherever it belongs.
  movePage: ({ db }, move) => updateShownMediaOwners(db, { ...move, places: picturePlaces() }),
  async *exportFiles(ctx, { account }) {
    for (const id of await listMediaIds(ctx.db, account)) {
      const picture = await findContent(ctx, id);
      if (picture && picture !== "lost")
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
