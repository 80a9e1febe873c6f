import { Skeleton } from "@mantine/core";
import { use } from "react";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { NoProfiles } from "../shared/NoProfiles.tsx";
import { ProfileSlots } from "../shared/profile-slots.ts";
import classes from "./ProfileCard.module.css";
import { ProfileCards, type ProfileCardsProps } from "./ProfileCards.tsx";

/** People find one of so many faster by looking than by searching. */
const FEW = 12;

const ManyProfiles = lazyComponent(
  async () => (await import("./ManyProfiles.tsx")).ManyProfiles,
  <LoadingProfiles />,
);

interface ProfileListProps extends ProfileCardsProps {
  isPending: boolean;
  mayAdd: boolean;
}

export function ProfileList({ isPending, mayAdd, ...cards }: ProfileListProps) {
  const { FirstPage } = use(ProfileSlots);
  if (isPending) return <LoadingProfiles />;
  const { length } = cards.profiles;
  if (length === 0) return mayAdd ? <FirstPage /> : <NoProfiles />;
  return length > FEW ? <ManyProfiles {...cards} /> : <ProfileCards {...cards} />;
}

function LoadingProfiles() {
  return (
    <div className={classes.list} role="status" aria-label="Loading profiles">
      <Skeleton height={290} radius="lg" />
      <Skeleton height={290} radius="lg" />
      <Skeleton height={290} radius="lg" />
    </div>
  );
}
