import { Text } from "@mantine/core";
import { useMemo } from "react";
import { type DiffLine, diffLines } from "./line-diff.ts";
import classes from "./TextDiff.module.css";

/** Lines around a change that are shown, too. */
const AROUND = 2;
const LINES_MAX = 2000;

interface TextDiffProps {
  before: string;
  after: string;
}

/** What changed between two texts, with a few lines around it. */
export function TextDiff({ before, after }: TextDiffProps) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  if (lines.every(({ kind }) => kind === "same")) return <Text c="dimmed">Nothing has changed.</Text>;
  const shown = withGaps(lines);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={classes.diff} tabIndex={0} aria-label="What has changed">
      {shown.slice(0, LINES_MAX).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one comparison never move
        <Line key={index} line={line} />
      ))}
      {shown.length > LINES_MAX && <span className={classes.gap}>…</span>}
    </section>
  );
}

function Line({ line }: { line: DiffLine | undefined }) {
  if (!line) return <span className={classes.gap}>…</span>;
  const { kind, text } = line;
  if (kind === "same") return <span className={classes.line}>{`  ${text}`}</span>;
  if (kind === "gone") return <del className={classes.gone}>{`− ${text}`}</del>;
  return <ins className={classes.new}>{`+ ${text}`}</ins>;
}

/** Undefined stands for lines in both that are left out. */
function withGaps(lines: readonly DiffLine[]): (DiffLine | undefined)[] {
  const near = new Uint8Array(lines.length);
  lines.forEach(({ kind }, index) => {
    if (kind === "same") return;
    near.fill(1, Math.max(0, index - AROUND), index + AROUND + 1);
  });
  return lines.flatMap((line, index) => {
    if (near[index]) return [line];
    return index === 0 || near[index - 1] ? [undefined] : [];
  });
}
