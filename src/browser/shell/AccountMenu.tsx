import { ActionIcon, Avatar, Box, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { MenuButton } from "#src/kit/MenuButton.tsx";
import { soonNeeded } from "#src/kit/when-needed.tsx";
import { initials } from "#src/lib/text.ts";
import classes from "./Shell.module.css";

const AccountMenuItems = soonNeeded(async () => (await import("./AccountMenuItems.tsx")).AccountMenuItems);

/** Who is signed in, the color scheme, and sign out; `compact` is the round button in the phone's header. */
export function AccountMenu({ compact = false }: { compact?: boolean }) {
  const me = useMe();
  if (!me) return null;
  const face = (
    <Avatar size={34} radius="xl" color="violet" variant="filled" aria-hidden>
      {initials(me.name)}
    </Avatar>
  );
  return (
    <MenuButton
      button={(button) =>
        compact ? (
          <ActionIcon {...button} size={44} radius="xl">
            {face}
            <VisuallyHidden>Account</VisuallyHidden>
          </ActionIcon>
        ) : (
          <UnstyledButton {...button} className={classes.account}>
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
        )
      }
      menu={(anchor) => <AccountMenuItems anchor={anchor} position={compact ? "bottom-end" : "top-start"} />}
    />
  );
}
