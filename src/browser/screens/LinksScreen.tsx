import type { Link } from "#src/features/links/contract.ts";
import { LinksPage } from "#src/features/links/ui/LinksPage.tsx";
import { LinkParts } from "#src/features/links/ui/link-parts.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { whenNeeded } from "#src/kit/when-needed.tsx";
import { Preview } from "./Preview.tsx";

const formParts = () => import("./link-form-parts.ts");

/** What later slices lend to the Links screen. */
const PARTS = {
  IconPicker: whenNeeded(async () => (await formParts()).IconPicker),
  IconTile: whenNeeded(
    async () => (await import("#src/features/public-page/ui/IconTile.tsx")).IconTile,
    <IconPlace />,
  ),
  VariantResults: whenNeeded(async () => (await formParts()).VariantResults),
  renderPreview: (profile: Profile, links: readonly Link[]) => <Preview profile={profile} links={links} />,
};

/** Where an icon will be, as large as the list shows it. */
function IconPlace() {
  return <span style={{ flex: "none", width: 40, height: 40 }} />;
}

export function LinksScreen() {
  return (
    <LinkParts value={PARTS}>
      <LinksPage />
    </LinkParts>
  );
}
