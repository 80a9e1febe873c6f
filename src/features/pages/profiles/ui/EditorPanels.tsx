import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ExitFigures } from "#src/features/pages/in-app-browsers/ui/shared/ExitFigures.tsx";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { EditorPanel } from "./EditorTabs.tsx";
import { memoByFields } from "./memo-by-fields.ts";
import { PageFields } from "./PageFields.tsx";
import { SocialFields } from "./SocialFields.tsx";
import { AppFields } from "./settings/AppFields.tsx";
import { BackgroundFields } from "./settings/BackgroundFields.tsx";
import { BadgeFields } from "./settings/BadgeFields.tsx";
import { ButtonFields } from "./settings/ButtonFields.tsx";
import { DirectLinkFields } from "./settings/DirectLinkFields.tsx";
import { LeadFields } from "./settings/LeadFields.tsx";
import { PastEmailFields } from "./settings/PastEmailFields.tsx";
import { PromotionFields } from "./settings/PromotionFields.tsx";
import { RescueFields } from "./settings/RescueFields.tsx";
import { TrackingFields } from "./settings/TrackingFields.tsx";
import type { SectionKey } from "./shared/editor-sections.ts";
import { ThemeFields } from "./ThemeFields.tsx";
import { UsernameFields } from "./UsernameFields.tsx";
import type { ProfileForm } from "./use-profile-form.ts";

interface EditorPanelsProps {
  form: ProfileForm;
  section: SectionKey;
  profile: Profile;
}

const Socials = memoByFields(SocialFields, "socials");
const PastEmails = memoByFields(PastEmailFields, "past_emails");

const PANELS: Readonly<
  Record<SectionKey, (parts: Pick<EditorPanelsProps, "form" | "profile">) => ReactNode>
> = {
  page: ({ form }) => (
    <>
      <PageFields form={form} />
      <Socials form={form} />
      <PastEmails form={form} />
    </>
  ),
  design: ({ form }) => (
    <>
      <ThemeFields form={form} />
      <ButtonFields form={form} />
      <BackgroundFields form={form} />
      <BadgeFields form={form} />
    </>
  ),
  promotion: ({ form }) => <PromotionFields form={form} />,
  leads: ({ form }) => <LeadFields form={form} />,
  apps: ({ form, profile }) => (
    <>
      <AppFields form={form} />
      <ExitFigures profileId={profile.id} />
    </>
  ),
  direct: ({ form }) => <DirectLinkFields form={form} />,
  rescue: ({ form }) => <RescueFields form={form} />,
  tracking: ({ form }) => <TrackingFields form={form} />,
  username: ({ form, profile }) => <UsernameFields form={form} profile={profile} />,
};

export function EditorPanels({ section, ...parts }: EditorPanelsProps) {
  return (
    <EditorPanel key={section} section={section}>
      <Stack gap="lg">{PANELS[section](parts)}</Stack>
    </EditorPanel>
  );
}
