import "#src/kit/deferred.css";
import { Box, Button, EmptyState, Group, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { IconArrowBackUp, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { RESTORE_DAYS } from "#src/features/pages/profiles/rules.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { plural } from "#src/kit/plural.ts";
import { ProfileAvatar } from "../shared/ProfileAvatar.tsx";
import { trashQuery } from "../shared/profile-queries.ts";
import { useProfileActions } from "../shared/use-profile-actions.ts";

interface TrashDialogProps {
  opened: boolean;
  onClose: () => void;
}

const DAY_MS = 86_400_000;

export function TrashDialog({ opened, onClose }: TrashDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Trash" size="lg">
      <Deleted />
    </Modal>
  );
}

function Deleted() {
  const { data, error, refetch } = useQuery(trashQuery());
  if (error) {
    return <ErrorPanel error={error} fallback="Failed to fetch profiles" onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={56} />;
  if (data.items.length === 0) {
    return (
      <EmptyState
        icon={<IconTrash />}
        title="The trash is empty"
        description={`Deleted profiles stay here for ${RESTORE_DAYS} days.`}
        py="md"
      />
    );
  }
  return (
    <Stack component="ul" p={0} m={0} style={{ listStyle: "none" }}>
      {data.items.map((profile) => (
        <DeletedProfile key={profile.id} profile={profile} />
      ))}
    </Stack>
  );
}

function DeletedProfile({ profile }: { profile: Profile }) {
  const { restore } = useProfileActions();
  const left = Date.parse(profile.restorable_until ?? "") - Date.now();
  return (
    <Group component="li" wrap="nowrap" gap="sm">
      <ProfileAvatar profile={profile} />
      <Box flex={1} miw={0}>
        <Text fw={600} truncate>
          {profile.draft_of === null ? profile.name : `${profile.name} (draft)`}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          /{profile.username} · {plural(Math.max(Math.ceil(left / DAY_MS), 0), "day")} left
        </Text>
      </Box>
      <Button
        variant="light"
        leftSection={<IconArrowBackUp size={18} />}
        loading={restore.isPending}
        onClick={() => restore.mutate({ id: profile.id })}
      >
        Restore
      </Button>
    </Group>
  );
}
