import type { Link } from "#src/features/links/contract.ts";
import { LinksPage } from "#src/features/links/ui/LinksPage.tsx";
import { LinkParts } from "#src/features/links/ui/link-parts.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { IconTile } from "#src/features/public-page/ui/IconTile.tsx";
import { whenNeeded } from "#src/kit/when-needed.tsx";
import { Preview } from "./Preview.tsx";

const formParts = () => import("./link-form-parts.ts");

/** What later slices lend to the Links screen. */
const PARTS = {
  IconPicker: whenNeeded(async () => (await formParts()).IconPicker),
  IconTile,
  VariantResults: whenNeeded(async () => (await formParts()).VariantResults),
  renderPreview: (profile: Profile, links: readonly Link[]) => <Preview profile={profile} links={links} />,
};

export function LinksScreen() {
  return (
    <LinkParts value={PARTS}>
      <LinksPage />
    </LinkParts>
  );
}
