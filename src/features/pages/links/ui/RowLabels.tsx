import type { Link } from "#src/features/pages/links/contract.ts";
import classes from "./RowLabels.module.css";

const LABELS_MAX = 4;

/** A link's folder and tags, as many as there's room for. */
export function RowLabels({ link: { folder, tags } }: { link: Link }) {
  const labels = [...(folder ? [`${folder}/`] : []), ...tags.map((tag) => `#${tag}`)];
  const rest = labels.length - LABELS_MAX;
  const shown = rest > 0 ? [...labels.slice(0, LABELS_MAX), `+${rest}`] : labels;
  return shown.map((label) => (
    <span key={label} className={classes.label} dir="auto">
      {label}
    </span>
  ));
}
