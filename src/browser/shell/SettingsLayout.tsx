import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { allowancesQuery } from "#src/features/money/entitlements/ui/shared/billing-queries.ts";
import classes from "./SettingsLayout.module.css";
import { settingsSections } from "./screen-lists.ts";

/** A section of the settings next to the list of all sections. On phones, the list is a row above it. */
export function SettingsLayout() {
  const me = useMe();
  const { data } = useQuery(allowancesQuery());
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section is another link to bring into view
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <div className={classes.layout}>
      <nav ref={list} aria-label="Settings" className={classes.list}>
        {settingsSections(me, data?.plans).map(({ path, label, Icon }) => (
          <Link key={path} to={path} className={classes.section}>
            <Icon size={18} stroke={1.75} />
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}
