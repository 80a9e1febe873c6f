import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { pickAll, pickOne, pickRange, type SelectionChange, selectByKey } from "./row-selection.ts";
import { isPicked, type Selection } from "./selection.ts";

export type RowSelection = ReturnType<typeof useRowSelection>;

interface PickingInput<Row extends { id: string }> {
  rows: readonly Row[];
  /** Undefined if rows can't be selected. */
  selection: Selection | undefined;
  onSelection: (selection: Selection) => void;
  onOpen: (row: Row) => void;
}

/** The focused row, and handlers for selecting rows from it. */
export function useRowSelection<Row extends { id: string }>(input: PickingInput<Row>) {
  const { rows, selection, onSelection, onOpen } = input;
  const [active, setActive] = useState(0);
  const current = Math.min(active, rows.length - 1);
  const anchor = useRef(0);
  const of = () => ({ rows, selection, anchor: anchor.current });
  const grid = useRef<HTMLElement>(null);
  const isLed = useRef(false);
  // The row that a key moves to may not have been in the document before.
  useLayoutEffect(() => {
    if (!isLed.current) return;
    isLed.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus();
  });

  const take = (step: SelectionChange, index: number) => {
    if (step.anchor !== undefined) anchor.current = step.anchor;
    if (step.active !== undefined) {
      isLed.current = step.active !== index;
      setActive(step.active);
    }
    if (step.selection) onSelection(step.selection);
    const row = rows[index];
    if (step.opens && row) onOpen(row);
  };
  return {
    current,
    onFocus: setActive,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      grid.current = event.currentTarget;
      // Keys pressed in a checkbox or a link belong to it.
      const { index } = event.target instanceof HTMLElement ? event.target.dataset : {};
      const step = index === undefined ? undefined : selectByKey(of(), event, Number(index));
      if (!step) return;
      take(step, Number(index));
      event.preventDefault();
    },
    pickAll: (isOn: boolean) => take(pickAll(of(), isOn), current),
    onCheck: (index: number, { currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
      take((isRange ? pickRange : pickOne)(of(), index, currentTarget.checked), index);
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
