import { ActionIcon, Avatar, Box, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconApi, IconLogout, IconSelector } from "@tabler/icons-react";
import { useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { useSignOut } from "#src/features/accounts/ui/shared/use-sign-out.ts";
import { initials } from "#src/lib/text.ts";
import { ColorSchemeChoice } from "./ColorSchemeChoice.tsx";
import classes from "./Shell.module.css";

/** Who is signed in, the color scheme, and sign out; `compact` is the round button in the phone's header. */
export function AccountMenu({ compact = false }: { compact?: boolean }) {
  const me = useMe();
  const signOut = useSignOut();
  if (!me) return null;
  const face = (
    <Avatar size={34} radius="xl" color="violet" variant="filled" aria-hidden>
      {initials(me.name)}
    </Avatar>
  );
  return (
    <Menu position={compact ? "bottom-end" : "top-start"} width={252}>
      <Menu.Target>
        {compact ? (
          <ActionIcon size={44} radius="xl">
            {face}
            <VisuallyHidden>Account</VisuallyHidden>
          </ActionIcon>
        ) : (
          <UnstyledButton className={classes.account}>
            {face}
            <VisuallyHidden>Account</VisuallyHidden>
            <Box miw={0} flex={1}>
              <Text size="sm" fw={600} truncate lh={1.3}>
                {me.name}
              </Text>
              <Text size="xs" c="dimmed" truncate lh={1.3}>
                {me.email}
              </Text>
            </Box>
            <IconSelector size={18} color="var(--mantine-color-dimmed)" />
          </UnstyledButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label style={{ overflowWrap: "anywhere" }}>
          {me.name} · {me.email}
        </Menu.Label>
        <Menu.Divider />
        <ColorSchemeChoice />
        <Menu.Divider />
        <Menu.Item component="a" href="/api/v1/docs" target="_blank" leftSection={<IconApi size={18} />}>
          API documentation
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
