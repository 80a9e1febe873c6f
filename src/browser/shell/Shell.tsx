import { useMediaQuery, useNetwork } from "@mantine/hooks";
import { IconSearch, IconWifiOff } from "@tabler/icons-react";
import { Link, Outlet, useSearch } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { VerifyBanner } from "#src/features/identity/accounts/ui/shared/VerifyBanner.tsx";
import { isStaffFor, type Principal } from "#src/features/identity/team/rules.ts";
import { lastAccount } from "#src/features/identity/team/ui/shared/last-account.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { ProfileSwitcher } from "#src/features/pages/profiles/ui/shared/ProfileSwitcher.tsx";
import { SharingContext } from "#src/features/pages/profiles/ui/shared/share-profile.ts";
import { Bell } from "#src/features/reach/notifications/ui/shared/Bell.tsx";
import { useActiveAccount } from "#src/kit/active-account.ts";
import { Banner } from "#src/kit/Banner.tsx";
import { BrandMark } from "#src/kit/BrandMark.tsx";
import { IconButton } from "#src/kit/IconButton.tsx";
import { useIdle } from "#src/kit/idle.ts";
import { lazyComponent, lazyDialog } from "#src/kit/lazy.tsx";
import { runPrefetches } from "#src/kit/prefetch.ts";
import { chooseZone } from "#src/kit/zone.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { BottomBar } from "./BottomBar.tsx";
import { homeOf } from "./navigation.ts";
import classes from "./Shell.module.css";
import { SideBar } from "./SideBar.tsx";
import { SliceSlots } from "./SliceSlots.tsx";
import { useNavigation } from "./use-navigation.ts";
import { useSelectionInUrl } from "./use-selection-in-url.ts";

const Referrals = lazyComponent(async () => (await import("./Referrals.tsx")).Referrals);
const AccountNotices = lazyComponent(async () => (await import("./AccountNotices.tsx")).AccountNotices);

const InAccount = lazyComponent(
  async () => (await import("#src/features/identity/team/ui/shared/OtherAccountPrompt.tsx")).InAccount,
);

const InstanceNotices = lazyComponent(async () => (await import("./InstanceNotices.tsx")).InstanceNotices);

const Palette = lazyDialog(async () => (await import("./Palette.tsx")).Palette);

/** The frame of every page behind the sign-in: a side bar on wide screens, a bar at the bottom on phones. */
export function Shell() {
  const me = useMe();
  // All times on the screen are in this zone.
  chooseZone(me?.time_zone);
  // Must match the breakpoint in the styles.
  const isWide = useMediaQuery("(min-width: 48em)", undefined, { getInitialValueInEffect: false });
  const isIdle = useIdle();
  const mayPay = useHasPermission("billing.manage");
  useEffect(() => {
    if (isIdle) runPrefetches();
  }, [isIdle]);
  useSelectionInUrl();
  const { elsewhere, isOver } = useActiveAccount();
  const [isSearching, setSearching] = useState(false);
  useSearchKeys(() => setSearching((is) => !is));
  const search = () => setSearching(true);
  const [wasElsewhere] = useState(() => lastAccount() !== undefined);
  const { account } = useSearch({ strict: false });
  const isElsewhere = me !== undefined && account !== undefined && account !== me.account.id;
  const screen = <Outlet />;
  const isOwn = me?.account.id === me?.id;
  const isNoteworthy = isOver || elsewhere !== undefined || wasElsewhere || !isOwn;
  return (
    <ShareDialogHost>
      <div className={classes.shell}>
        <a className={classes.skip} href="#main">
          Skip to content
        </a>
        {isWide ? <SideBar me={me} onSearch={search} /> : <TopBar me={me} onSearch={search} />}
        <main id="main" tabIndex={-1} className={classes.main}>
          <OfflineNotice />
          {isNoteworthy && <AccountNotices />}
          {isIdle && !isOver && <InstanceNotices isActing={!!me?.acting} mayPay={mayPay} />}
          <VerifyBanner readsMail={me !== undefined && isStaffFor(me.role, "outbox")} />
          <div className={classes.page}>
            {!isOver && (
              <SliceSlots>
                {isElsewhere ? <InAccount account={account}>{screen}</InAccount> : screen}
              </SliceSlots>
            )}
          </div>
        </main>
        {!isWide && (
          <footer className={classes.footer}>
            <BottomBar />
          </footer>
        )}
        <Palette opened={isSearching} onClose={() => setSearching(false)} />
        {isIdle && !isOver && !me?.acting && <Referrals />}
      </div>
    </ShareDialogHost>
  );
}

/** Ctrl-K, or ⌘K. Mantine’s hook for any keys is ten times as large. */
function useSearchKeys(toggle: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== "k" || ctrlKey === metaKey || altKey || shiftKey) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** The header of phones. */
function TopBar({ me, onSearch }: { me: Principal | undefined; onSearch: () => void }) {
  const maySwitch = useHasPermission("profiles.see");
  const { isAdmin } = useNavigation();
  return (
    <header className={classes.header}>
      <Link to={homeOf(me)} aria-label="Home" className={classes.home}>
        <BrandMark size={34} />
      </Link>
      <div className={classes.switcher}>
        {isAdmin ? <b className={classes.area}>Administration</b> : maySwitch && <ProfileSwitcher />}
      </div>
      <IconButton large round aria-label="Search or run a command" onClick={onSearch}>
        <IconSearch size={22} />
      </IconButton>
      <Bell />
      <AccountMenu compact />
    </header>
  );
}

function OfflineNotice() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Banner role="status" icon={<IconWifiOff size={20} />}>
      You’re offline. What you see may be out of date. Changes are saved once you’re back online.
    </Banner>
  );
}

const ShareDialog = lazyComponent(
  async () => (await import("#src/features/pages/qr/ui/shared/ShareDialog.tsx")).ShareDialog,
);

/** Provides the share dialog to the screens of earlier slices. */
function ShareDialogHost({ children }: { children: ReactNode }) {
  const [shared, setShared] = useState<Profile | null>(null);
  const [isWanted, setWanted] = useState(false);
  const share = useCallback((profile: Profile) => {
    setWanted(true);
    setShared(profile);
  }, []);
  return (
    <SharingContext value={share}>
      {children}
      {isWanted && <ShareDialog profile={shared} onClose={() => setShared(null)} />}
    </SharingContext>
  );
}
