import { Avatar } from "@mantine/core";
import { isOwnPicture } from "#src/features/media/rules.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { contrastRatio } from "#src/features/profiles/rules.ts";
import { initials } from "#src/lib/text.ts";

interface ProfileAvatarProps {
  profile: Pick<Profile, "name" | "display_name" | "profile_picture_url" | "theme_settings">;
  size?: number;
}

/** A profile's picture, or its initials on the color of its page. */
export function ProfileAvatar({ profile, size = 44 }: ProfileAvatarProps) {
  const { theme_color } = profile.theme_settings;
  const color = contrastRatio("#ffffff", theme_color) >= 3 ? "#ffffff" : "#1c1917";
  return (
    <Avatar
      src={isOwnPicture(profile.profile_picture_url) ? profile.profile_picture_url : null}
      alt=""
      size={size}
      radius={size}
      aria-hidden
      styles={{ placeholder: { background: theme_color, color, border: 0 } }}
    >
      {initials(profile.display_name?.trim() || profile.name)}
    </Avatar>
  );
}
