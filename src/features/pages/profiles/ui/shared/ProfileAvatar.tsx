import { isOwnPicture } from "#src/features/pages/media/rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { Avatar } from "#src/kit/Avatar.tsx";
import { contrastRatio } from "#src/lib/colors.ts";
import { initials } from "#src/lib/text.ts";

interface ProfileAvatarProps {
  profile: Pick<Profile, "name" | "display_name" | "profile_picture_url" | "theme_settings">;
  size?: number;
}

/** A profile's picture, or its initials on the color of its page. */
export function ProfileAvatar({ profile, size = 44 }: ProfileAvatarProps) {
  const { theme_color } = profile.theme_settings;
  return (
    <Avatar
      picture={isOwnPicture(profile.profile_picture_url) ? profile.profile_picture_url : null}
      size={size}
      background={theme_color}
      color={contrastRatio("#ffffff", theme_color) >= 3 ? "#ffffff" : "#1c1917"}
      initials={initials(profile.display_name?.trim() || profile.name)}
    />
  );
}
