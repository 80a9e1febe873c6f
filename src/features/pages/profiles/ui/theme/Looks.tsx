import { Box, UnstyledButton } from "@mantine/core";
import { use, useMemo } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { hasLook, LOOKS } from "#src/features/pages/profiles/looks-rules.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import { draftOf } from "../editor/profile-form.ts";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import { ProfileSlots } from "../shared/profile-slots.ts";
import classes from "./Looks.module.css";

interface LooksProps {
  form: ProfileForm;
  profile: Profile;
}

/** Whole looks to choose from, each on a small phone with one's own page. */
export function Looks({ form, profile }: LooksProps) {
  const { theme, background_image_url } = form.values;
  const { LookPreview } = use(ProfileSlots);
  const draft = draftOf(profile, form.values);
  const { display_name, name, public_notes, profile_picture_url, background_video_url } = draft;
  // The phones show nothing else that this tab changes, so they aren't drawn again with each color.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the draft isn't on the phones
  const pages = useMemo(
    () => LOOKS.map((look) => ({ ...draft, theme_settings: { ...draft.theme_settings, ...look.theme } })),
    [
      ...[profile.id, display_name, name, public_notes],
      ...[profile_picture_url, background_image_url, background_video_url],
    ],
  );
  return (
    <EditorSection
      title="Looks"
      text={
        background_image_url === ""
          ? "Font, background, buttons and colors in one tap. You can change each of them below, or undo."
          : "Your background picture stays. Without it, each look has a background of its own."
      }
    >
      <Box className={classes.looks} role="group" aria-label="Looks">
        {LOOKS.map((look, at) => (
          <div key={look.key} className={classes.look}>
            <div className={classes.phone}>{pages[at] && <LookPreview profile={pages[at]} />}</div>
            <UnstyledButton
              className={classes.name}
              aria-pressed={hasLook(theme, look)}
              onClick={() => form.setFieldValue("theme", { ...theme, ...look.theme })}
            >
              {look.label}
            </UnstyledButton>
          </div>
        ))}
      </Box>
    </EditorSection>
  );
}
