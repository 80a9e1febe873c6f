import { useId } from "react";
import { NavEntry } from "./NavEntry.tsx";
import type { NavItem, Navigation } from "./navigation.ts";
import classes from "./Shell.module.css";

interface NavListProps {
  items: readonly NavItem[];
  /** The path of the entry that the screen belongs to. */
  current: string | undefined;
  labelledBy?: string;
  onClick?: (() => void) | undefined;
}

export function NavList({ items, current, labelledBy, onClick }: NavListProps) {
  return (
    <ul className={classes.list} aria-labelledby={labelledBy}>
      {items.map((item) => (
        <li key={item.path}>
          <NavEntry
            item={item}
            className={classes.item}
            isCurrent={item.path === current}
            hasCount
            onClick={onClick}
          />
        </li>
      ))}
    </ul>
  );
}

interface NavGroupsProps extends Pick<NavListProps, "current" | "onClick"> {
  groups: Navigation["groups"];
}

/** The navigation's groups, each below its heading. */
export function NavGroups({ groups, ...list }: NavGroupsProps) {
  const id = useId();
  return groups.map(({ label, items }, index) => (
    <section key={label}>
      <h2 id={`${id}${index}`} className={classes.group}>
        {label}
      </h2>
      <NavList items={items} labelledBy={`${id}${index}`} {...list} />
    </section>
  ));
}
