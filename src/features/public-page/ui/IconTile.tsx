import { markInk } from "#src/features/public-page/page/colors.ts";
import { Icon } from "#src/features/public-page/page/Icon.tsx";
import { readIcon } from "#src/features/public-page/page/icons.ts";
import classes from "./IconTile.module.css";

/** A link's icon as it looks on the page: a picture, an emoji, a brand's mark or a line icon. */
export function IconTile({ icon, size = 40 }: { icon: string; size?: number }) {
  const read = readIcon(icon);
  const box = { width: size, height: size, fontSize: size * 0.55 };
  if ("picture" in read) return <img className={classes.tile} style={box} src={read.picture} alt="" />;
  if ("emoji" in read) {
    return (
      <span className={classes.tile} style={box} aria-hidden="true">
        {read.emoji}
      </span>
    );
  }
  const { color } = read.glyph;
  return (
    <span
      className={classes.tile}
      style={color ? { ...box, background: color, color: markInk(color) } : box}
      data-line={color ? undefined : true}
    >
      <Icon glyph={read.glyph} />
    </span>
  );
}
