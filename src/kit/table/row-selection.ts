import { isPicked, NOTHING, pick, type Selection } from "./selection.ts";

interface Rows {
  rows: readonly { id: string }[];
  /** Undefined if rows can't be selected. */
  selection: Selection | undefined;
  /** The start of a range. */
  anchor: number;
}

export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** The effect of a key or a checkbox. Absent parts stay as they are. */
export interface SelectionChange {
  selection?: Selection;
  anchor?: number;
  /** The row that gets the focus. */
  active?: number;
  opens?: true;
}

/** Selects or deselects the rows from the start of the range to this one. */
export function pickRange({ rows, selection, anchor }: Rows, to: number, isOn: boolean): SelectionChange {
  if (!selection) return {};
  const some = rows.slice(Math.min(anchor, to), Math.max(anchor, to) + 1).map(({ id }) => id);
  return { selection: pick(selection, some, isOn) };
}

/** Selects or deselects one row, where the next range starts. */
export function pickOne(of: Rows, index: number, isOn: boolean): SelectionChange {
  return { ...pickRange({ ...of, anchor: index }, index, isOn), anchor: index };
}

/** Selects all visible rows. Deselecting clears the whole selection. */
export function pickAll({ rows, selection }: Rows, isOn: boolean): SelectionChange {
  if (!isOn) return { selection: NOTHING };
  const all = rows.map(({ id }) => id);
  return selection ? { selection: pick(selection, all, true) } : {};
}

/** Returns the row that a key moves to from this one. */
function target(key: string, index: number, count: number): number | undefined {
  const last = count - 1;
  const targets: Record<string, number> = {
    ArrowDown: Math.min(index + 1, last),
    ArrowUp: Math.max(index - 1, 0),
    Home: 0,
    End: last,
  };
  return targets[key];
}

/** Returns the effect of a key on the row at `index`. Undefined for keys without a meaning there. */
export function selectByKey(
  of: Rows,
  { key, shiftKey, ctrlKey, metaKey }: KeyPress,
  index: number,
): SelectionChange | undefined {
  const { rows, selection } = of;
  const row = rows[index];
  if (!row) return undefined;
  const to = target(key, index, rows.length);
  if (to !== undefined) return { active: to, ...(shiftKey ? pickRange(of, to, true) : { anchor: to }) };
  if (key === "Enter") return { opens: true };
  if (!selection) return undefined;
  if (key === " ")
    return shiftKey ? pickRange(of, index, true) : pickOne(of, index, !isPicked(selection, row.id));
  if (key === "Escape") return { selection: NOTHING };
  return key === "a" && (ctrlKey || metaKey) ? pickAll(of, true) : undefined;
}
