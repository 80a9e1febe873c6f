import type { ReactNode } from "react";
import { OwnPicture } from "#src/features/accounts/ui/shared/own-parts.ts";
import { InboundParts } from "#src/features/contacts/ui/shared/inbound-parts.ts";
import { LinkParts } from "#src/features/links/ui/shared/link-parts.ts";
import { ProfilePreview } from "#src/features/profiles/ui/shared/profile-parts.ts";
import { Preview } from "#src/features/public-page/ui/shared/Preview.tsx";
import { PreviewWithLinks } from "#src/features/public-page/ui/shared/PreviewWithLinks.tsx";
import { Elsewhere } from "#src/kit/elsewhere.ts";
import { whenNeeded } from "#src/kit/when-needed.tsx";

const LINK_PARTS = {
  Preview,
  VariantResults: whenNeeded(
    async () => (await import("#src/features/analytics/ui/shared/VariantResults.tsx")).VariantResults,
  ),
};

const OwnPictureCard = whenNeeded(
  async () => (await import("#src/features/media/ui/shared/OwnPictureCard.tsx")).OwnPictureCard,
);

const inbound = async () => (await import("#src/features/inbound/ui/shared/inbound-lent.ts")).INBOUND;
const INBOUND_PARTS = {
  Reply: whenNeeded(async () => (await inbound()).Reply),
  Inbox: whenNeeded(async () => (await inbound()).Inbox),
};

const FoundElsewhere = whenNeeded(
  async () => (await import("#src/features/team/ui/shared/Elsewhere.tsx")).FoundElsewhere,
);

/** What later slices provide to the screens of earlier ones, and slices to what screens are built of. */
export function Lent({ children }: { children: ReactNode }) {
  return (
    <ProfilePreview value={PreviewWithLinks}>
      <LinkParts value={LINK_PARTS}>
        <InboundParts value={INBOUND_PARTS}>
          <OwnPicture value={OwnPictureCard}>
            <Elsewhere value={FoundElsewhere}>{children}</Elsewhere>
          </OwnPicture>
        </InboundParts>
      </LinkParts>
    </ProfilePreview>
  );
}
