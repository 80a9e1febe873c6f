import type { Link } from "#src/features/links/contract.ts";
import { showsIcon } from "#src/features/links/rules.ts";
import { plural } from "#src/kit/plural.ts";
import { IconTile } from "./icon-tile.lazy.tsx";
import classes from "./Links.module.css";

/** A link for people who may only look. */
export function ReadOnlyLinkRow({ link }: { link: Link }) {
  return (
    <li className={`${classes.row} ${classes.seen}`} data-hidden={!link.is_visible || undefined}>
      {showsIcon(link) && <IconTile icon={link.icon ?? ""} size={40} />}
      <div className={classes.words}>
        <span className={classes.title} dir="auto">
          {link.title}
        </span>
        <span className={classes.url}>{link.url.replace(/^https:\/\/(www\.)?/, "")}</span>
        <span className={classes.facts}>
          {plural(link.click_count, "click")}
          {!link.is_visible && " · hidden"}
        </span>
      </div>
    </li>
  );
}
