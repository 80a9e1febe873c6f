import { Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ExitFigures } from "#src/features/pages/in-app-browsers/ui/shared/ExitFigures.tsx";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { AppFields } from "../page-settings/AppFields.tsx";
import { DirectLinkFields } from "../page-settings/DirectLinkFields.tsx";
import { LeadFields } from "../page-settings/LeadFields.tsx";
import { PastEmailFields } from "../page-settings/PastEmailFields.tsx";
import { PromotionFields } from "../page-settings/PromotionFields.tsx";
import { RescueFields } from "../page-settings/RescueFields.tsx";
import { TrackingFields } from "../page-settings/TrackingFields.tsx";
import type { SectionKey } from "../shared/editor-sections.ts";
import { SocialFields } from "../socials/SocialFields.tsx";
import { EditorPanel } from "./EditorTabs.tsx";
import { TABS, type TabKey } from "./editor-tabs.ts";
import { memoByFields } from "./memo-by-fields.ts";
import { PageFields } from "./PageFields.tsx";
import classes from "./ProfileEditor.module.css";
import { UsernameFields } from "./UsernameFields.tsx";
import type { ProfileForm } from "./use-profile-form.ts";

interface EditorPanelsProps {
  form: ProfileForm;
  tab: TabKey;
  profile: Profile;
  /** Changes the username, which saves by its own button. */
  rename: () => void;
  isSending: boolean;
}

/** Only who opens this tab loads the looks. */
const Design = lazyComponent(
  async () => (await import("../theme/DesignFields.tsx")).DesignFields,
  <Skeleton height={320} radius="lg" />,
);

const OwnCss = lazyComponent(
  async () => (await import("../page-settings/OwnCssFields.tsx")).OwnCssFields,
  <Skeleton height={240} radius="lg" />,
);

const Socials = memoByFields(SocialFields, "socials");
const PastEmails = memoByFields(PastEmailFields, "past_emails");

const PANELS: Readonly<Record<SectionKey, (parts: Omit<EditorPanelsProps, "tab">) => ReactNode>> = {
  page: ({ form }) => (
    <>
      <PageFields form={form} />
      <Socials form={form} />
      <PastEmails form={form} />
    </>
  ),
  design: ({ form, profile }) => <Design form={form} profile={profile} />,
  promotion: ({ form }) => <PromotionFields form={form} />,
  leads: ({ form, profile }) => <LeadFields form={form} profileId={profile.id} />,
  apps: ({ form, profile }) => (
    <>
      <AppFields form={form} />
      <ExitFigures profileId={profile.id} />
    </>
  ),
  direct: ({ form }) => <DirectLinkFields form={form} />,
  rescue: ({ form }) => <RescueFields form={form} />,
  tracking: ({ form }) => (
    <>
      <TrackingFields form={form} />
      <OwnCss form={form} />
    </>
  ),
  username: (parts) => <UsernameFields {...parts} />,
};

export function EditorPanels({ tab, ...parts }: EditorPanelsProps) {
  return (
    <EditorPanel key={tab} tab={tab}>
      <Stack gap="lg">
        {TABS[tab].sections.map((section) => (
          <Stack key={section} id={`section-${section}`} gap="lg" className={classes.place}>
            {PANELS[section](parts)}
          </Stack>
        ))}
      </Stack>
    </EditorPanel>
  );
}
