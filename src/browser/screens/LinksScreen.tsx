import { VariantResults } from "#src/features/clicks/ui/VariantResults.tsx";
import type { Link } from "#src/features/links/contract.ts";
import { LinksPage } from "#src/features/links/ui/LinksPage.tsx";
import { LinkParts } from "#src/features/links/ui/link-parts.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { IconPicker } from "#src/features/public-page/ui/IconPicker.tsx";
import { IconTile } from "#src/features/public-page/ui/IconTile.tsx";
import { PageOf } from "./PageOf.tsx";

/** What later slices lend to the Links screen. */
const PARTS = {
  IconPicker,
  IconTile,
  VariantResults,
  renderPreview: (profile: Profile, links: readonly Link[]) => <PageOf profile={profile} links={links} />,
};

export function LinksScreen() {
  return (
    <LinkParts value={PARTS}>
      <LinksPage />
    </LinkParts>
  );
}
