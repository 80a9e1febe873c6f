import { Box, Kbd, Stack, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useInstanceName } from "#src/features/accounts/ui/shared/account-queries.ts";
import { ProfileSwitcher } from "#src/features/profiles/ui/shared/ProfileSwitcher.tsx";
import { BrandMark } from "#src/kit/BrandMark.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { navItems } from "./nav-items.ts";
import { palette } from "./palette-store.ts";
import classes from "./Shell.module.css";

const COMMAND_KEY = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";

export function SideBar({ role }: { role: string | undefined }) {
  const name = useInstanceName();
  return (
    <Stack h="100%" gap="md">
      <Link to="/dashboard/profiles" className={classes.home}>
        <BrandMark size={34} />
        <span className={classes.wordmark}>{name}</span>
      </Link>
      <ProfileSwitcher />
      <nav aria-label="Main" className={classes.nav}>
        {navItems(role).map(({ to, label, Icon }) => (
          <Link key={to} to={to} className={classes.item}>
            <Icon size={20} stroke={1.75} />
            {label}
          </Link>
        ))}
      </nav>
      <Box mt="auto">
        <UnstyledButton className={classes.search} onClick={palette.open}>
          <IconSearch size={18} />
          <Box flex={1}>Search</Box>
          <Kbd size="xs">{COMMAND_KEY} K</Kbd>
        </UnstyledButton>
        <AccountMenu />
      </Box>
    </Stack>
  );
}
