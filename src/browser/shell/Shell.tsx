import { ActionIcon, AppShell, Group } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { Link, Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { VerifyBanner } from "#src/features/accounts/ui/shared/VerifyBanner.tsx";
import { ProfileSwitcher } from "#src/features/profiles/ui/shared/ProfileSwitcher.tsx";
import { BrandMark } from "#src/kit/BrandMark.tsx";
import { useIdle } from "#src/kit/idle.ts";
import { fetchSoonNeeded } from "#src/kit/soon.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { BottomBar } from "./BottomBar.tsx";
import { OfflineNotice } from "./OfflineNotice.tsx";
import { PaletteHost } from "./PaletteHost.tsx";
import { palette } from "./palette-store.ts";
import { Sharing } from "./Sharing.tsx";
import classes from "./Shell.module.css";
import { SideBar } from "./SideBar.tsx";
import { useSelectionInAddress } from "./use-selection-in-address.ts";

/** The frame around every page behind the sign-in: a side bar on wide screens, a bar at the bottom on phones. */
export function Shell() {
  const me = useMe();
  // As in the theme: only the bars that are seen are built.
  const isWide = useMediaQuery("(min-width: 48em)", undefined, { getInitialValueInEffect: false });
  const isIdle = useIdle();
  useEffect(() => {
    if (isIdle) fetchSoonNeeded();
  }, [isIdle]);
  useSelectionInAddress();
  return (
    <Sharing>
      <AppShell
        layout="alt"
        header={{ height: { base: 60, sm: 0 } }}
        footer={{ height: { base: 64, sm: 0 } }}
        navbar={{ width: 256, breakpoint: "sm", collapsed: { mobile: true } }}
      >
        <a className={classes.skip} href="#main">
          Skip to content
        </a>
        <AppShell.Header hiddenFrom="sm" px="sm">
          {!isWide && <TopBar />}
        </AppShell.Header>
        <AppShell.Navbar visibleFrom="sm" p="md" className={classes.navbar}>
          {isWide && <SideBar role={me?.role} />}
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
          <OfflineNotice />
          <VerifyBanner />
          <div className={classes.page}>
            <Outlet />
          </div>
        </AppShell.Main>
        <AppShell.Footer hiddenFrom="sm" className={classes.footer}>
          {!isWide && <BottomBar role={me?.role} />}
        </AppShell.Footer>
        <PaletteHost />
      </AppShell>
    </Sharing>
  );
}

/** The header of phones. */
function TopBar() {
  return (
    <Group h="100%" gap={6} wrap="nowrap">
      <Link to="/dashboard/profiles" aria-label="Home" className={classes.home}>
        <BrandMark size={34} />
      </Link>
      <div className={classes.switcher}>
        <ProfileSwitcher />
      </div>
      <ActionIcon size={44} radius="xl" aria-label="Search or run a command" onClick={palette.open}>
        <IconSearch size={22} />
      </ActionIcon>
      <AccountMenu compact />
    </Group>
  );
}
