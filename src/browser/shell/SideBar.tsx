import { IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useInstanceName } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { Principal } from "#src/features/identity/team/rules.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { ProfileSwitcher } from "#src/features/pages/profiles/ui/shared/ProfileSwitcher.tsx";
import { Bell } from "#src/features/reach/notifications/ui/shared/Bell.tsx";
import { BrandMark } from "#src/kit/BrandMark.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { NavGroups, NavList } from "./NavGroups.tsx";
import { homeOf } from "./navigation.ts";
import classes from "./Shell.module.css";
import { useNavigation } from "./use-navigation.ts";

const COMMAND_KEY = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";

interface SideBarProps {
  me: Principal | undefined;
  onSearch: () => void;
}

/** On wide screens. */
export function SideBar({ me, onSearch }: SideBarProps) {
  const name = useInstanceName();
  const maySwitch = useHasPermission("profiles.see");
  const { isAdmin, navigation, current } = useNavigation();
  const groups = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is another entry to bring into view
  useEffect(() => {
    groups.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <header className={classes.navbar}>
      <div className={classes.brand}>
        <Link to={homeOf(me)} className={classes.home}>
          <BrandMark size={34} />
          <span className={classes.wordmark}>{name}</span>
        </Link>
        <Bell />
      </div>
      {maySwitch && !isAdmin && <ProfileSwitcher />}
      <nav aria-label="Main" className={classes.nav}>
        <div ref={groups} className={classes.groups}>
          <NavGroups groups={navigation.groups} current={current} />
        </div>
        <NavList items={navigation.foot} current={current} />
      </nav>
      <div>
        <button
          type="button"
          className={`plain-button mantine-focus-auto ${classes.search}`}
          onClick={onSearch}
        >
          <IconSearch size={18} />
          <span>Search</span>
          <kbd>{COMMAND_KEY} K</kbd>
        </button>
        <AccountMenu />
      </div>
    </header>
  );
}
