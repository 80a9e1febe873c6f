import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { NamedItem } from "#src/kit/NamedItem.tsx";
import { ProfileAvatar } from "./ProfileAvatar.tsx";

export function NamedProfile({ profile }: { profile: Profile }) {
  const path = `/${profile.username}`;
  const state = profile.draft_of ? `${path} · draft` : `${path} · inactive`;
  return (
    <NamedItem
      face={<ProfileAvatar profile={profile} size={32} />}
      name={profile.name}
      detail={profile.status === "inactive" ? state : path}
    />
  );
}
