import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { isPicked, NOTHING, pick, type Selection } from "./selection.ts";

export type Picking = ReturnType<typeof usePicking>;

interface PickingInput<Row extends { id: string }> {
  rows: readonly Row[];
  /** Undefined if rows can't be selected. */
  selection: Selection | undefined;
  onSelection: (selection: Selection) => void;
  onOpen: (row: Row) => void;
}

const isCheck = (key: string) => key === " ";

/** The row that a key leads to from this one. */
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

/** How rows are selected: one by one, a range at a time, or all that are shown. */
function usePicks<Row extends { id: string }>({ rows, selection, onSelection }: PickingInput<Row>) {
  /** Where a range starts. */
  const anchor = useRef(0);
  const set = (some: readonly Row[], isOn: boolean) =>
    selection &&
    onSelection(
      pick(
        selection,
        some.map(({ id }) => id),
        isOn,
      ),
    );
  const range = (to: number, isOn: boolean) =>
    set(rows.slice(Math.min(anchor.current, to), Math.max(anchor.current, to) + 1), isOn);
  return {
    range,
    one: (index: number, isOn: boolean) => {
      anchor.current = index;
      range(index, isOn);
    },
    // Deselecting what's shown deselects everything.
    all: (isOn: boolean) => (isOn ? set(rows, true) : onSelection(NOTHING)),
    beginAt: (index: number) => {
      anchor.current = index;
    },
  };
}

/** The focused row, and how to select rows from it. */
export function usePicking<Row extends { id: string }>(input: PickingInput<Row>) {
  const { rows, selection, onSelection, onOpen } = input;
  const [active, setActive] = useState(0);
  const current = Math.min(active, rows.length - 1);
  const picks = usePicks(input);
  const grid = useRef<HTMLElement>(null);
  const isLed = useRef(false);
  // The row that a key leads to may not have been in the document before.
  useLayoutEffect(() => {
    if (!isLed.current) return;
    isLed.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus();
  });

  /** Returns false for keys without a meaning here. */
  const press = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, index: number): boolean => {
    const row = rows[index];
    const to = target(key, index, rows.length);
    if (!row) return false;
    if (to !== undefined) {
      isLed.current = to !== index;
      setActive(to);
      if (shiftKey) picks.range(to, true);
      else picks.beginAt(to);
    } else if (key === "Enter") onOpen(row);
    else if (!selection) return false;
    else if (isCheck(key)) {
      if (shiftKey) picks.range(index, true);
      else picks.one(index, !isPicked(selection, row.id));
    } else if (key === "Escape") onSelection(NOTHING);
    else if (key === "a" && (ctrlKey || metaKey)) picks.all(true);
    else return false;
    return true;
  };
  return {
    current,
    onFocus: setActive,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      grid.current = event.currentTarget;
      // Keys pressed in a checkbox or a link belong to it.
      const { index } = event.target instanceof HTMLElement ? event.target.dataset : {};
      if (index !== undefined && press(event, Number(index))) event.preventDefault();
    },
    pickAll: picks.all,
    onCheck: (index: number, { currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
      if (isRange) picks.range(index, currentTarget.checked);
      else picks.one(index, currentTarget.checked);
    },
    /** Only one row at a time is in the tab order. */
    rowProps: (index: number) => ({
      tabIndex: index === current ? 0 : -1,
      // The headings are row 1.
      "aria-rowindex": index + 2,
      "aria-selected": selection && isPicked(selection, rows[index]?.id ?? ""),
      onFocus: () => setActive(index),
    }),
  };
}
