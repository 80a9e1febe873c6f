import { useMediaQuery } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { Link, Outlet, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { mailScreen } from "#src/features/accounts/screens.ts";
import { useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { VerifyBanner } from "#src/features/accounts/ui/shared/VerifyBanner.tsx";
import { Bell } from "#src/features/notifications/ui/shared/Bell.tsx";
import { ProfileSwitcher } from "#src/features/profiles/ui/shared/ProfileSwitcher.tsx";
import { mayOpen, type Opener } from "#src/features/team/rules.ts";
import { lastAccount } from "#src/features/team/ui/shared/last-account.ts";
import { useMay } from "#src/features/team/ui/shared/use-may.ts";
import { usePlace } from "#src/kit/account.ts";
import { BrandMark } from "#src/kit/BrandMark.tsx";
import { IconButton } from "#src/kit/IconButton.tsx";
import { useIdle } from "#src/kit/idle.ts";
import { fetchSoonNeeded } from "#src/kit/soon.ts";
import { whenNeeded } from "#src/kit/when-needed.tsx";
import { chooseZone } from "#src/kit/zone.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { BottomBar } from "./BottomBar.tsx";
import { Lent } from "./Lent.tsx";
import { homeOf } from "./nav-items.ts";
import { OfflineNotice } from "./OfflineNotice.tsx";
import { PaletteHost } from "./PaletteHost.tsx";
import { palette } from "./palette-store.ts";
import { Sharing } from "./Sharing.tsx";
import classes from "./Shell.module.css";
import { SideBar } from "./SideBar.tsx";
import { useSelectionInAddress } from "./use-selection-in-address.ts";

const Referrals = whenNeeded(async () => (await import("./Referrals.tsx")).Referrals);
const AccountNotices = whenNeeded(async () => (await import("./AccountNotices.tsx")).AccountNotices);

const InAccount = whenNeeded(
  async () => (await import("#src/features/team/ui/shared/Elsewhere.tsx")).InAccount,
);

const PaymentNotice = whenNeeded(
  async () => (await import("#src/features/subscriptions/ui/shared/PaymentNotice.tsx")).PaymentNotice,
);

/** The frame around every page behind the sign-in: a side bar on wide screens, a bar at the bottom on phones. */
export function Shell() {
  const me = useMe();
  // Every time below is shown in it.
  chooseZone(me?.time_zone);
  // Same as in the styles.
  const isWide = useMediaQuery("(min-width: 48em)", undefined, { getInitialValueInEffect: false });
  const isIdle = useIdle();
  const mayPay = useMay("billing.manage");
  useEffect(() => {
    if (isIdle) fetchSoonNeeded();
  }, [isIdle]);
  useSelectionInAddress();
  const { elsewhere, isOver } = usePlace();
  const [wasElsewhere] = useState(() => lastAccount() !== undefined);
  const { account } = useSearch({ strict: false });
  const isElsewhere = me !== undefined && account !== undefined && account !== me.account.id;
  const screen = <Outlet />;
  const isOwn = me?.account.id === me?.id;
  const isNoteworthy = isOver || elsewhere !== undefined || wasElsewhere || !isOwn;
  return (
    <Sharing>
      <div className={classes.shell}>
        <a className={classes.skip} href="#main">
          Skip to content
        </a>
        {isWide ? (
          <nav className={classes.navbar}>
            <SideBar me={me} />
          </nav>
        ) : (
          <TopBar me={me} />
        )}
        <main id="main" tabIndex={-1} className={classes.main}>
          <OfflineNotice />
          {isNoteworthy && <AccountNotices />}
          {isIdle && !isOver && mayPay && <PaymentNotice />}
          <VerifyBanner readsMail={me !== undefined && mayOpen(mailScreen.access, me)} />
          <div className={classes.page}>
            {!isOver && (
              <Lent>{isElsewhere ? <InAccount account={account}>{screen}</InAccount> : screen}</Lent>
            )}
          </div>
        </main>
        {!isWide && (
          <footer className={classes.footer}>
            <BottomBar me={me} />
          </footer>
        )}
        <PaletteHost />
        {isIdle && !isOver && <Referrals />}
      </div>
    </Sharing>
  );
}

/** The header of phones. */
function TopBar({ me }: { me: Opener | undefined }) {
  const maySwitch = useMay("profiles.see");
  return (
    <header className={classes.header}>
      <Link to={homeOf(me)} aria-label="Home" className={classes.home}>
        <BrandMark size={34} />
      </Link>
      <div className={classes.switcher}>{maySwitch && <ProfileSwitcher />}</div>
      <IconButton large round aria-label="Search or run a command" onClick={palette.open}>
        <IconSearch size={22} />
      </IconButton>
      <Bell />
      <AccountMenu compact />
    </header>
  );
}
