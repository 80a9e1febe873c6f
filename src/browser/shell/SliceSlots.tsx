import { type ReactNode, useEffect } from "react";
import { ContactSlots } from "#src/features/audience/contacts/ui/shared/contact.slots.ts";
import { CampaignSlots } from "#src/features/email/campaigns/ui/shared/campaign-slots.ts";
import { OwnPictureSlot } from "#src/features/identity/accounts/ui/shared/account.slots.ts";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { AnalyticsSlots } from "#src/features/insights/analytics/ui/shared/analytics-slots.ts";
import { LinkSlots } from "#src/features/pages/links/ui/shared/link-slots.ts";
import { ProfileSlots } from "#src/features/pages/profiles/ui/shared/profile-slots.ts";
import { LookPreview } from "#src/features/public/public-page/ui/shared/LookPreview.tsx";
import { Preview } from "#src/features/public/public-page/ui/shared/Preview.tsx";
import { PreviewWithLinks } from "#src/features/public/public-page/ui/shared/PreviewWithLinks.tsx";
import { lazyComponent, lazyDialog } from "#src/kit/lazy.tsx";
import { OtherAccountSlot } from "#src/kit/other-account.ts";
import { onAskUses } from "#src/kit/uses.ts";

const analytics = async () =>
  (await import("#src/features/insights/analytics/ui/shared/analytics-components.ts")).ANALYTICS_COMPONENTS;
const LINK_PARTS = {
  Preview,
  VariantResults: lazyComponent(async () => (await analytics()).VariantResults),
};

const drafts = async () =>
  (await import("#src/features/pages/page-versions/ui/shared/draft-components.ts")).DRAFT_COMPONENTS;
const PROFILE_PARTS = {
  FirstPage: lazyComponent(
    async () => (await import("#src/features/pages/links/ui/shared/FirstPage.tsx")).FirstPage,
  ),
  LeadSequences: lazyComponent(
    async () => (await import("#src/features/email/sequences/ui/shared/SequencesOfPage.tsx")).SequencesOfPage,
  ),
  Preview: PreviewWithLinks,
  LookPreview,
  History: lazyDialog(
    async () => (await import("#src/features/pages/page-versions/ui/shared/PageHistory.tsx")).PageHistory,
  ),
  DraftButton: lazyComponent(async () => (await drafts()).DraftButton),
  DraftBar: lazyComponent(async () => (await drafts()).DraftBar),
  WeekSource: lazyComponent(async () => (await analytics()).WeekSource),
};

const OwnPictureCard = lazyComponent(
  async () => (await import("#src/features/pages/media/ui/shared/OwnPictureCard.tsx")).OwnPictureCard,
);

const inbound = async () =>
  (await import("#src/features/email/inbound/ui/shared/inbound-components.ts")).INBOUND_COMPONENTS;
const segments = async () =>
  (await import("#src/features/audience/segments/ui/shared/segment-components.ts")).SEGMENT_COMPONENTS;
const sequences = async () =>
  (await import("#src/features/email/sequences/ui/shared/sequence-components.ts")).SEQUENCE_COMPONENTS;
const CONTACT_PARTS = {
  Reply: lazyComponent(async () => (await inbound()).Reply),
  Inbox: lazyComponent(async () => (await inbound()).Inbox),
  ConditionFilter: lazyComponent(async () => (await segments()).ConditionFilter),
  AddToSegment: lazyComponent(async () => (await segments()).AddToSegment),
  AddToSequence: lazyComponent(async () => (await sequences()).AddToSequence),
  Sequences: lazyComponent(async () => (await sequences()).Sequences),
};

const abTests = async () =>
  (await import("#src/features/email/ab-tests/ui/shared/ab-test-components.ts")).AB_TEST_COMPONENTS;
const CAMPAIGN_PARTS = {
  TestVersions: lazyComponent(async () => (await abTests()).TestVersions),
  VersionsLook: lazyComponent(async () => (await abTests()).VersionsLook),
  CampaignTestNote: lazyComponent(async () => (await abTests()).CampaignTestNote),
};

const reports = async () =>
  (await import("#src/features/insights/reports/ui/shared/report-components.ts")).REPORT_COMPONENTS;
const ANALYTICS_PARTS = {
  Cards: lazyComponent(
    async () => (await import("#src/features/insights/funnel/ui/shared/AnalyticsCards.tsx")).AnalyticsCards,
  ),
  ReportsButton: lazyComponent(async () => (await reports()).ReportsButton),
  Goals: lazyComponent(async () => (await reports()).Goals),
  Marks: lazyComponent(async () => (await reports()).Marks),
  PastAlerts: lazyComponent(async () => (await reports()).PastAlerts),
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
    <ProfileSlots value={PROFILE_PARTS}>
      <LinkSlots value={LINK_PARTS}>
        <AnalyticsSlots value={ANALYTICS_PARTS}>
          <ContactSlots value={CONTACT_PARTS}>
            <OwnPictureSlot value={OwnPictureCard}>
              <CampaignSlots value={CAMPAIGN_PARTS}>
                <OtherAccountSlot value={FoundElsewhere}>{children}</OtherAccountSlot>
              </CampaignSlots>
            </OwnPictureSlot>
          </ContactSlots>
        </AnalyticsSlots>
      </LinkSlots>
    </ProfileSlots>
  );
}
