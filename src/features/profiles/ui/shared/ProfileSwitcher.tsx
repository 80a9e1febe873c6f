import { Box, Group, Menu, Skeleton, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconPlus, IconSelector } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { Profile } from "#src/features/profiles/contract.ts";
import { ProfileAvatar } from "./ProfileAvatar.tsx";
import classes from "./ProfileSwitcher.module.css";
import { useSelectedProfile, useSelectProfile } from "./use-selected-profile.ts";

/** Shows which profile the dashboard works on, and changes it. */
export function ProfileSwitcher() {
  const { profiles, selected, isPending } = useSelectedProfile();
  const select = useSelectProfile();
  const navigate = useNavigate();
  const create = () => navigate({ to: "/dashboard/profiles", search: { create: "yes" } });

  if (isPending) return <Skeleton height={44} radius="md" />;
  return (
    <Menu position="bottom-start" width="target" keepMounted={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          {selected ? <Named profile={selected} /> : <Text size="sm">No active profile</Text>}
          <VisuallyHidden>Switch profile</VisuallyHidden>
          <IconSelector size={18} className={classes.arrow} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown miw={230}>
        <div className={classes.list}>
          {profiles.map((profile) => (
            <Menu.Item
              key={profile.id}
              className={classes.item}
              onClick={() => select(profile)}
              rightSection={profile.id === selected?.id && <IconCheck size={18} aria-label="selected" />}
            >
              <Named profile={profile} />
            </Menu.Item>
          ))}
        </div>
        {profiles.length > 0 && <Menu.Divider />}
        <Menu.Item leftSection={<IconPlus size={18} />} onClick={create}>
          New profile
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Named({ profile }: { profile: Profile }) {
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
