import { Link } from "@tanstack/react-router";
import { navItems } from "./nav-items.ts";
import classes from "./Shell.module.css";

/** Navigation within thumb's reach. */
export function BottomBar({ role }: { role: string | undefined }) {
  return (
    <nav aria-label="Main" className={classes.bar}>
      {navItems(role).map(({ to, label, Icon }) => (
        <Link key={to} to={to} className={classes.tab}>
          <Icon size={24} stroke={1.75} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
