import { Link } from "@tanstack/react-router";
import { PATHS } from "#src/lib/paths.ts";
import type { NavItem } from "./navigation.ts";

interface NavEntryProps {
  item: NavItem;
  className: string | undefined;
  isCurrent: boolean;
  iconSize?: number;
  /** Set where there’s room beside the label. */
  hasCount?: boolean;
  onClick?: (() => void) | undefined;
}

/** A link of the navigation. */
export function NavEntry({ item, className, isCurrent, iconSize = 20, hasCount, onClick }: NavEntryProps) {
  const { path, label, Icon, Count } = item;
  const content = (
    <>
      <Icon size={iconSize} stroke={1.75} />
      <span>{label}</span>
      {hasCount && Count && <Count />}
    </>
  );
  // It's no screen of the dashboard, and nobody should lose theirs for it.
  if (path === PATHS.help)
    return (
      <a href={path} target="_blank" className={className} onClick={onClick} rel="noopener">
        {content}
      </a>
    );
  return (
    <Link
      to={path}
      className={className}
      // Some paths begin others’.
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onClick}
    >
      {content}
    </Link>
  );
}
