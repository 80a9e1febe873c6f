import type { Ref } from "react";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { Weeks } from "../shared/Weeks.tsx";
import classes from "./ProfileCard.module.css";
import { ProfileCard } from "./ProfileCard.tsx";

export interface ProfileCardsProps {
  profiles: readonly Profile[];
  selected: Profile | undefined;
  list?: Ref<HTMLUListElement>;
}

export function ProfileCards({ profiles, selected, list }: ProfileCardsProps) {
  return (
    <Weeks of={{ profiles: profiles.map(({ id }) => id) }}>
      <ul className={classes.list} ref={list}>
        {profiles.map((profile) => (
          <ProfileCard key={profile.id} profile={profile} selected={profile.id === selected?.id} />
        ))}
      </ul>
    </Weeks>
  );
}
