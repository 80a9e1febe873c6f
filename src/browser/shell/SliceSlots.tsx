import { type ReactNode, useEffect } from "react";
import { ContactSlots } from "#src/features/audience/contacts/ui/shared/contact.slots.ts";
import { CampaignSlots } from "#src/features/email/campaigns/ui/shared/campaign-slots.ts";
import { OwnPictureSlot } from "#src/features/identity/accounts/ui/shared/account.slots.ts";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { LinkSlots } from "#src/features/pages/links/ui/shared/link-slots.ts";
import { FirstPageSlot } from "#src/features/pages/profiles/ui/shared/first-page-slot.ts";
import { LeadSequencesSlot } from "#src/features/pages/profiles/ui/shared/lead-sequences-slot.ts";
import {
  LookPreviewSlot,
  ProfilePreviewSlot,
} from "#src/features/pages/profiles/ui/shared/profile-preview-slot.ts";
import { WeekSourceSlot } from "#src/features/pages/profiles/ui/shared/week-slot.ts";
import { LookPreview } from "#src/features/public/public-page/ui/shared/LookPreview.tsx";
import { Preview } from "#src/features/public/public-page/ui/shared/Preview.tsx";
import { PreviewWithLinks } from "#src/features/public/public-page/ui/shared/PreviewWithLinks.tsx";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { OtherAccountSlot } from "#src/kit/other-account.ts";
import { onAskUses } from "#src/kit/uses.ts";

const analytics = async () =>
  (await import("#src/features/insights/analytics/ui/shared/analytics-components.ts")).ANALYTICS_COMPONENTS;
const LINK_PARTS = {
  Preview,
  VariantResults: lazyComponent(async () => (await analytics()).VariantResults),
};

const WeekSource = lazyComponent(async () => (await analytics()).WeekSource);

const FirstPage = lazyComponent(
  async () => (await import("#src/features/pages/links/ui/shared/FirstPage.tsx")).FirstPage,
);

const OwnPictureCard = lazyComponent(
  async () => (await import("#src/features/pages/media/ui/shared/OwnPictureCard.tsx")).OwnPictureCard,
);

const inbound = async () =>
  (await import("#src/features/email/inbound/ui/shared/inbound-components.ts")).INBOUND_COMPONENTS;
const segments = async () =>
  (await import("#src/features/audience/segments/ui/shared/segment-components.ts")).SEGMENT_COMPONENTS;
const CONTACT_PARTS = {
  Reply: lazyComponent(async () => (await inbound()).Reply),
  Inbox: lazyComponent(async () => (await inbound()).Inbox),
  ConditionFilter: lazyComponent(async () => (await segments()).ConditionFilter),
  AddToSegment: lazyComponent(async () => (await segments()).AddToSegment),
  AddToSequence: lazyComponent(
    async () => (await import("#src/features/email/sequences/ui/shared/AddToSequence.tsx")).AddToSequence,
  ),
};

const SequencesOfPage = lazyComponent(
  async () => (await import("#src/features/email/sequences/ui/shared/SequencesOfPage.tsx")).SequencesOfPage,
);

const abTests = async () =>
  (await import("#src/features/email/ab-tests/ui/shared/ab-test-components.ts")).AB_TEST_COMPONENTS;
const CAMPAIGN_PARTS = {
  TestVersions: lazyComponent(async () => (await abTests()).TestVersions),
  VersionsLook: lazyComponent(async () => (await abTests()).VersionsLook),
  CampaignTestNote: lazyComponent(async () => (await abTests()).CampaignTestNote),
};

const FoundElsewhere = lazyComponent(
  async () =>
    (await import("#src/features/identity/team/ui/shared/OtherAccountPrompt.tsx")).OtherAccountPrompt,
);

const listSegmentUses: Parameters<typeof onAskUses>[0] = async (...of) =>
  (await import("#src/features/audience/segments/ui/shared/segment-uses.ts")).listSegmentUses(...of);

/** Lets dialogs of earlier slices name the segments that are about what's going to be deleted. */
function useSegmentUses(): void {
  const isAllowed = useHasPermission("leads.export");
  const isLimited = useMe()?.account.profile_ids !== null;
  useEffect(() => onAskUses(isAllowed && !isLimited ? listSegmentUses : undefined), [isAllowed, isLimited]);
}

/** Provides components of later slices to the screens of earlier ones, and slices' components to the kit. */
export function SliceSlots({ children }: { children: ReactNode }) {
  useSegmentUses();
  return (
    <FirstPageSlot value={FirstPage}>
      <LookPreviewSlot value={LookPreview}>
        <ProfilePreviewSlot value={PreviewWithLinks}>
          <LeadSequencesSlot value={SequencesOfPage}>
            <LinkSlots value={LINK_PARTS}>
              <ContactSlots value={CONTACT_PARTS}>
                <OwnPictureSlot value={OwnPictureCard}>
                  <CampaignSlots value={CAMPAIGN_PARTS}>
                    <WeekSourceSlot value={WeekSource}>
                      <OtherAccountSlot value={FoundElsewhere}>{children}</OtherAccountSlot>
                    </WeekSourceSlot>
                  </CampaignSlots>
                </OwnPictureSlot>
              </ContactSlots>
            </LinkSlots>
          </LeadSequencesSlot>
        </ProfilePreviewSlot>
      </LookPreviewSlot>
    </FirstPageSlot>
  );
}
