import { Link } from "@tanstack/react-router";
import type { Principal } from "#src/features/team/rules.ts";
import { barItems } from "./nav-items.ts";
import classes from "./Shell.module.css";

/** Navigation within thumb's reach. What doesn't fit is in the account menu. */
export function BottomBar({ me }: { me: Principal | undefined }) {
  const items = barItems(me);
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
