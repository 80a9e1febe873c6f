import { Button, EmptyState, Paper, SimpleGrid, Skeleton } from "@mantine/core";
import { IconPlus, IconUserPlus } from "@tabler/icons-react";
import type { Profile } from "#src/features/profiles/contract.ts";
import { ProfileCard } from "./ProfileCard.tsx";

interface ProfileListProps {
  profiles: readonly Profile[];
  selected: Profile | undefined;
  isPending: boolean;
  onCreate: () => void;
}

const COLUMNS = { base: 1, md: 2, xl: 3 };

export function ProfileList({ profiles, selected, isPending, onCreate }: ProfileListProps) {
  if (isPending) {
    return (
      <SimpleGrid cols={COLUMNS} role="status" aria-label="Loading profiles">
        <Skeleton height={246} radius="lg" />
        <Skeleton height={246} radius="lg" />
        <Skeleton height={246} radius="lg" />
      </SimpleGrid>
    );
  }
  if (profiles.length === 0) return <FirstProfile onCreate={onCreate} />;
  return (
    <SimpleGrid component="ul" cols={COLUMNS} p={0} m={0} style={{ listStyle: "none" }}>
      {profiles.map((profile) => (
        <ProfileCard key={profile.id} profile={profile} selected={profile.id === selected?.id} />
      ))}
    </SimpleGrid>
  );
}

function FirstProfile({ onCreate }: { onCreate: () => void }) {
  return (
    <Paper withBorder radius="lg" px="md" py={56}>
      <EmptyState
        size="lg"
        variant="light"
        icon={<IconUserPlus />}
        title="Create your first page"
        description="A profile is a page with a short URL to share. Give it a name, then add your links."
      >
        <EmptyState.Actions>
          <Button size="md" leftSection={<IconPlus size={20} />} onClick={onCreate}>
            Create profile
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Paper>
  );
}
