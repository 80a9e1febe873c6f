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
        <Skeleton height={212} radius="lg" />
        <Skeleton height={212} radius="lg" />
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
        title="Make your first page"
        description="A profile is a page of its own, with a short address to share. Give it a name and add your links."
      >
        <EmptyState.Actions>
          <Button size="md" leftSection={<IconPlus size={20} />} onClick={onCreate}>
            Create a profile
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Paper>
  );
}
