import { Box, Group, Text } from "@mantine/core";
import type { Profile } from "#src/features/profiles/contract.ts";
import { ProfileAvatar } from "./ProfileAvatar.tsx";

export function NamedProfile({ profile }: { profile: Profile }) {
  const inactive = profile.status === "inactive";
  return (
    <Group gap="xs" wrap="nowrap" miw={0} flex={1}>
      <ProfileAvatar profile={profile} size={32} />
      <Box miw={0}>
        <Text size="sm" fw={600} truncate lh={1.25}>
          {profile.name}
        </Text>
        <Text size="xs" c="dimmed" truncate lh={1.25}>
          /{profile.username}
          {inactive && " · inactive"}
        </Text>
      </Box>
    </Group>
  );
}
