import { Skeleton } from "@mantine/core";
import { use } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { FirstPageSlot } from "../shared/first-page-slot.ts";
import { NoProfiles } from "../shared/NoProfiles.tsx";
import classes from "./ProfileCard.module.css";
import { ProfileCard } from "./ProfileCard.tsx";

interface ProfileListProps {
  profiles: readonly Profile[];
  selected: Profile | undefined;
  isPending: boolean;
  mayAdd: boolean;
}

export function ProfileList({ profiles, selected, isPending, mayAdd }: ProfileListProps) {
  const FirstPage = use(FirstPageSlot);
  if (isPending) {
    return (
      <div className={classes.list} role="status" aria-label="Loading profiles">
        <Skeleton height={246} radius="lg" />
        <Skeleton height={246} radius="lg" />
        <Skeleton height={246} radius="lg" />
      </div>
    );
  }
  if (profiles.length === 0) return mayAdd ? <FirstPage /> : <NoProfiles />;
  return (
    <ul className={classes.list}>
      {profiles.map((profile) => (
        <ProfileCard key={profile.id} profile={profile} selected={profile.id === selected?.id} />
      ))}
    </ul>
  );
}
