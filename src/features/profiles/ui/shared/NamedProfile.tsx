import type { Profile } from "#src/features/profiles/contract.ts";
import { Named } from "#src/kit/Named.tsx";
import { ProfileAvatar } from "./ProfileAvatar.tsx";

export function NamedProfile({ profile }: { profile: Profile }) {
  const path = `/${profile.username}`;
  return (
    <Named
      face={<ProfileAvatar profile={profile} size={32} />}
      name={profile.name}
      detail={profile.status === "inactive" ? `${path} · inactive` : path}
    />
  );
}
