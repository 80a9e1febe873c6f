/** A line of two texts laid side by side: in both, only in the earlier one, or only in the later one. */
export interface DiffLine {
  kind: "same" | "gone" | "new";
  text: string;
}

/** Two texts with more lines than this differ as a whole: comparing each with each would take too long. */
const COMPARED_MAX = 4_000_000;

/** Compares two texts line by line, with as few changes as possible. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const same = (lines: string[]): DiffLine[] => lines.map((text) => ({ kind: "same", text }));
  return [
    ...same(a.slice(0, start)),
    ...diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...same(end === 0 ? [] : a.slice(-end)),
  ];
}

function diffMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const gone = (text: string): DiffLine => ({ kind: "gone", text });
  const added = (text: string): DiffLine => ({ kind: "new", text });
  if (a.length * b.length > COMPARED_MAX) return [...a.map(gone), ...b.map(added)];
  const common = commonLengths(a, b);
  const width = b.length + 1;
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < a.length || column < b.length) {
    const [left, right] = [a[row], b[column]];
    if (left !== undefined && left === right) {
      lines.push({ kind: "same", text: left });
      row += 1;
      column += 1;
    } else if (left !== undefined && (right === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(gone(left));
      row += 1;
    } else {
      lines.push(added(right ?? ""));
      column += 1;
    }
  }
  return lines;
}

/** Of the rest of both texts from each pair of lines on: how many lines they have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        a[row] === b[column]
          ? (common[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(common[(row + 1) * width + column] ?? 0, common[row * width + column + 1] ?? 0);
  return common;
}
