import { Button, Skeleton } from "@mantine/core";
import { IconFileImport, IconPlus, IconUserPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { NoProfiles } from "../shared/NoProfiles.tsx";
import classes from "./ProfileCard.module.css";
import { ProfileCard } from "./ProfileCard.tsx";

interface ProfileListProps {
  profiles: readonly Profile[];
  selected: Profile | undefined;
  isPending: boolean;
  /** Undefined for people without permission to add any. */
  onCreate: (() => void) | undefined;
}

export function ProfileList({ profiles, selected, isPending, onCreate }: ProfileListProps) {
  if (isPending) {
    return (
      <div className={classes.list} role="status" aria-label="Loading profiles">
        <Skeleton height={246} radius="lg" />
        <Skeleton height={246} radius="lg" />
        <Skeleton height={246} radius="lg" />
      </div>
    );
  }
  if (profiles.length === 0) return onCreate ? <FirstProfile onCreate={onCreate} /> : <NoProfiles />;
  return (
    <ul className={classes.list}>
      {profiles.map((profile) => (
        <ProfileCard key={profile.id} profile={profile} selected={profile.id === selected?.id} />
      ))}
    </ul>
  );
}

function FirstProfile({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyPanel
      size="lg"
      icon={<IconUserPlus />}
      title="Create your first page"
      description="A profile is a page with a short URL to share. Give it a name, then add your links."
    >
      <Button size="md" leftSection={<IconPlus size={20} />} onClick={onCreate}>
        Create profile
      </Button>
      <Button
        size="md"
        variant="default"
        leftSection={<IconFileImport size={20} />}
        renderRoot={(props) => <Link to={PATHS.pageImport} {...props} />}
      >
        Import a page
      </Button>
    </EmptyPanel>
  );
}
