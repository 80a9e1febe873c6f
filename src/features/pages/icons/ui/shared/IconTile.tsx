import { Icon } from "#src/features/pages/icons/page/Icon.tsx";
import { parseIcon } from "#src/features/pages/icons/page/icons.ts";
import { markInk } from "#src/lib/colors.ts";
import classes from "./IconTile.module.css";

/** A link's icon as it looks on the page: a picture, an emoji, a brand's mark or a line icon. */
export function IconTile({ icon, size = 40 }: { icon: string; size?: number }) {
  const parsed = parseIcon(icon);
  const box = { width: size, height: size, fontSize: size * 0.55 };
  if ("picture" in parsed) return <img className={classes.tile} style={box} src={parsed.picture} alt="" />;
  if ("emoji" in parsed) {
    return (
      <span className={classes.tile} style={box} aria-hidden="true">
        {parsed.emoji}
      </span>
    );
  }
  const { color } = parsed.glyph;
  return (
    <span
      className={classes.tile}
      style={color ? { ...box, background: color, color: markInk(color) } : box}
      data-line={color ? undefined : true}
    >
      <Icon glyph={parsed.glyph} />
    </span>
  );
}
