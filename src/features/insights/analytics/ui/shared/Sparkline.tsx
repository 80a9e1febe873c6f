import classes from "./week.module.css";

interface SparklineProps {
  /** The first line is drawn as an area, so that the two are told apart without their colors. */
  lines: readonly { name: "views" | "clicks"; figures: readonly number[] }[];
  width: number;
  height: number;
  /** What it says, for people who can't see it. */
  label: string;
}

/** Room for a line's own width at the edges. */
const MARGIN_PX = 2;

/** A chart as small as a word. */
export function Sparkline({ lines, width, height, label }: SparklineProps) {
  const top = Math.max(1, ...lines.flatMap(({ figures }) => figures));
  const base = height - MARGIN_PX;
  const isQuiet = lines.every(({ figures }) => figures.every((figure) => figure === 0));
  const pointsOf = (figures: readonly number[]) =>
    figures.map((figure, at) => {
      const x = MARGIN_PX + (at / Math.max(1, figures.length - 1)) * (width - 2 * MARGIN_PX);
      const y = base - (figure / top) * (height - 2 * MARGIN_PX);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    });
  return (
    <svg
      className={classes.chart}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {lines.map(({ name, figures }, at) => {
        const points = pointsOf(figures).join(" ");
        return (
          <g key={name} className={isQuiet ? classes.quiet : classes[name]}>
            {at === 0 && lines.length > 1 && (
              <polygon points={`${MARGIN_PX},${base} ${points} ${width - MARGIN_PX},${base}`} />
            )}
            <polyline points={points} />
          </g>
        );
      })}
    </svg>
  );
}
