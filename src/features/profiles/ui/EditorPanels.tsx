import { Stack, Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { ExitFigures } from "#src/features/in-app/ui/shared/ExitFigures.tsx";
import type { Profile } from "#src/features/profiles/contract.ts";
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
  /** As saved. */
  profile: Profile;
}

/** The fields of each section, one section at a time. */
export function EditorPanels({ form, profile }: EditorPanelsProps) {
  return (
    <>
      <Panel section="page">
        <PageFields form={form} />
        <SocialFields form={form} />
        <PastEmailFields form={form} />
      </Panel>
      <Panel section="design">
        <ThemeFields form={form} />
        <ButtonFields form={form} />
        <BackgroundFields form={form} />
        <BadgeFields form={form} />
      </Panel>
      <Panel section="promotion">
        <PromotionFields form={form} />
      </Panel>
      <Panel section="leads">
        <LeadFields form={form} />
      </Panel>
      <Panel section="apps">
        <AppFields form={form} />
        <ExitFigures profileId={profile.id} />
      </Panel>
      <Panel section="direct">
        <DirectLinkFields form={form} />
      </Panel>
      <Panel section="rescue">
        <RescueFields form={form} />
      </Panel>
      <Panel section="tracking">
        <TrackingFields form={form} />
      </Panel>
      <Panel section="username">
        <UsernameFields form={form} profile={profile} />
      </Panel>
    </>
  );
}

function Panel({ section, children }: { section: SectionKey; children: ReactNode }) {
  return (
    <Tabs.Panel value={section}>
      <Stack gap="lg">{children}</Stack>
    </Tabs.Panel>
  );
}
