import { Link } from "@tanstack/react-router";
import type { Opener } from "#src/features/team/rules.ts";
import { navItems, settingsEntry } from "./nav-items.ts";
import classes from "./Shell.module.css";

/**
 * Navigation within thumb's reach. The settings are in the account menu, which leaves room for screens that
 * people open more often.
 */
export function BottomBar({ me }: { me: Opener | undefined }) {
  const items = navItems(me).filter(({ to }) => to !== settingsEntry.path);
  // Some roles have nothing but settings.
  if (items.length === 0) return null;
  return (
    <nav aria-label="Main" className={classes.bar}>
      {items.map(({ to, label, Icon }) => (
        <Link key={to} to={to} className={classes.tab}>
          <Icon size={24} stroke={1.75} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
