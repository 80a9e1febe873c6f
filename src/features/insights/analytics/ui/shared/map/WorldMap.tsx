import type { CSSProperties } from "react";
import { localizeCountry } from "#src/kit/localize-label.ts";
import { plural } from "#src/kit/plural.ts";
import type { Analytics } from "../../../contract.ts";
import classes from "./map.module.css";
import { WORLD_HEIGHT, WORLD_SHAPES, WORLD_WIDTH } from "./world-shapes.ts";

interface WorldMapProps {
  countries: Analytics["breakdowns"]["country"];
  onCountry: (code: string) => void;
}

/** The countries of the world, the darker the more happened there. Each can be chosen. */
export function WorldMap({ countries, onCountry }: WorldMapProps) {
  const measure = ({ views = 0, clicks }: WorldMapProps["countries"][number]) => views || clicks;
  const known = new Map(countries.map((row) => [row.key, row]));
  // Countries differ by powers of ten, so shades follow the logarithm.
  const most = Math.log1p(Math.max(1, ...countries.map(measure)));
  return (
    <svg viewBox={`0 0 ${WORLD_WIDTH} ${WORLD_HEIGHT}`} className={classes.map}>
      <title>World map</title>
      {Object.entries(WORLD_SHAPES).map(([code, shape]) => {
        const row = known.get(code);
        if (!row || measure(row) === 0) return <path key={code} d={shape} className={classes.empty} />;
        const name = localizeCountry(code, row.label ?? code);
        const text = `${name}: ${plural(row.views ?? 0, "view")}, ${plural(row.clicks, "click")}`;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a shape of a map can't be a button element
          <path
            key={code}
            d={shape}
            className={classes.country}
            style={{ "--share": Math.log1p(measure(row)) / most } as CSSProperties}
            role="button"
            tabIndex={0}
            aria-label={`${text}. Show only this.`}
            onClick={() => onCountry(code)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              onCountry(code);
            }}
          >
            <title>{text}</title>
          </path>
        );
      })}
    </svg>
  );
}

/** How many of the countries the map has no shape for. */
export function countUnshown(countries: readonly { key: string }[]): number {
  return countries.filter(({ key }) => !(key in WORLD_SHAPES)).length;
}
