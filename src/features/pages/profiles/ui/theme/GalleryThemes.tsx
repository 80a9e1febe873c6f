import { IconWorldOff } from "@tabler/icons-react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import { ThemePhones } from "./ThemePhones.tsx";
import { useGallery, useMayOffer, useOffering } from "./use-gallery.ts";

interface GalleryThemesProps {
  form: ProfileForm;
  profile: Profile;
}

/** Looks that the instance offers to everyone. Nothing, while there are none. */
export function GalleryThemes({ form, profile }: GalleryThemesProps) {
  const themes = useGallery();
  const mayOffer = useMayOffer();
  const { takeBack } = useOffering();
  if (themes.length === 0) return null;
  return (
    <EditorSection
      title="From this instance"
      text="Picked by the people who run it, in one tap. Your page keeps what you choose."
    >
      <ThemePhones
        form={form}
        profile={profile}
        label="From this instance"
        themes={themes}
        actions={
          mayOffer &&
          ((theme) => (
            <IconButton
              aria-label={`Take back ${theme.name}`}
              title="Take back"
              onClick={() => takeBack(theme)}
            >
              <IconWorldOff size={18} />
            </IconButton>
          ))
        }
      />
    </EditorSection>
  );
}
