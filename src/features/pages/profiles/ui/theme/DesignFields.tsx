import type { Profile } from "#src/features/pages/profiles/contract.ts";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import { BadgeFields } from "../page-settings/BadgeFields.tsx";
import { BackgroundFields } from "./BackgroundFields.tsx";
import { ButtonFields } from "./ButtonFields.tsx";
import { FontFields } from "./FontFields.tsx";
import { GalleryThemes } from "./GalleryThemes.tsx";
import { HeaderFields } from "./HeaderFields.tsx";
import { Looks } from "./Looks.tsx";
import { OwnThemes } from "./OwnThemes.tsx";
import { SurfaceFields } from "./SurfaceFields.tsx";
import { ThemeFields } from "./ThemeFields.tsx";
import { VideoFields } from "./VideoFields.tsx";

interface DesignFieldsProps {
  form: ProfileForm;
  profile: Profile;
}

/** The whole tab for how a page looks, from all at once to each part of it. */
export function DesignFields({ form, profile }: DesignFieldsProps) {
  return (
    <>
      <Looks form={form} profile={profile} />
      <GalleryThemes form={form} profile={profile} />
      <ThemeFields form={form} />
      <FontFields form={form} />
      <HeaderFields form={form} />
      <ButtonFields form={form} />
      <SurfaceFields form={form} />
      <BackgroundFields form={form} />
      <VideoFields form={form} />
      <OwnThemes form={form} profile={profile} />
      <BadgeFields form={form} />
    </>
  );
}
