import { Avatar } from "@mantine/core";
import type { Profile } from "#src/features/profiles/contract.ts";
import { initials } from "#src/lib/text.ts";

interface ProfileAvatarProps {
  profile: Pick<Profile, "name" | "display_name" | "profile_picture_url" | "theme_settings">;
  size?: number;
}

/** A profile's picture, or its initials in the colours of its page. */
export function ProfileAvatar({ profile, size = 44 }: ProfileAvatarProps) {
  const { button_color, button_text_color } = profile.theme_settings;
  return (
    <Avatar
      src={profile.profile_picture_url}
      alt=""
      size={size}
      radius="xl"
      aria-hidden
      styles={{ placeholder: { background: button_color, color: button_text_color, border: 0 } }}
    >
      {initials(profile.display_name?.trim() || profile.name)}
    </Avatar>
  );
}
