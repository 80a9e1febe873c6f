import { Box, UnstyledButton } from "@mantine/core";
import { type ReactNode, use, useMemo } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { hasLook } from "#src/features/pages/profiles/looks-rules.ts";
import type { Theme } from "#src/features/pages/profiles/themes/themes-contract.ts";
import { draftOf } from "../editor/profile-form.ts";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import { ProfileSlots } from "../shared/profile-slots.ts";
import classes from "./Looks.module.css";

interface ThemePhonesProps {
  form: ProfileForm;
  profile: Profile;
  label: string;
  themes: readonly Theme[];
  /** What else can be done with each, in its corner. */
  actions?: ((theme: Theme) => ReactNode) | false;
}

/** Kept looks, each on a small phone with one's own page. A click puts one on the page. */
export function ThemePhones({ form, profile, label, themes, actions }: ThemePhonesProps) {
  const { LookPreview } = use(ProfileSlots);
  const draft = draftOf(profile, form.values);
  const {
    display_name,
    name,
    public_notes,
    profile_picture_url,
    background_image_url,
    background_video_url,
  } = draft;
  // The phones show nothing else that this tab changes, so they aren't drawn again with each color.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the draft isn't on the phones
  const pages = useMemo(
    () => themes.map(({ theme }) => ({ ...draft, theme_settings: { ...draft.theme_settings, ...theme } })),
    [
      themes,
      ...[profile.id, display_name, name, public_notes],
      ...[profile_picture_url, background_image_url, background_video_url],
    ],
  );
  const { theme } = form.values;
  return (
    <Box className={classes.own} role="group" aria-label={label}>
      {themes.map((kept, at) => (
        <div key={kept.id} className={classes.look}>
          <div className={classes.phone}>{pages[at] && <LookPreview profile={pages[at]} />}</div>
          <UnstyledButton
            className={classes.name}
            aria-pressed={hasLook(theme, { key: kept.id, label: kept.name, theme: kept.theme })}
            onClick={() => form.setFieldValue("theme", { ...theme, ...kept.theme })}
          >
            <bdi>{kept.name}</bdi>
          </UnstyledButton>
          {actions && <span className={classes.remove}>{actions(kept)}</span>}
        </div>
      ))}
    </Box>
  );
}
