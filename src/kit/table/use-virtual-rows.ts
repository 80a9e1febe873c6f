import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * Up to this many, all rows are in the document, so that the browser's own search finds them and columns get
 * the width they need.
 */
export const PLAIN_ROWS_MAX = 100;
/** Rendered beyond the visible rows, so that nothing looks empty while scrolling. */
const MORE_ROWS = 12;

interface ShownRow {
  index: number;
  /** The height of the rows omitted before this one. */
  space: number;
}

interface Input {
  place: RefObject<HTMLElement | null>;
  rows: readonly { id: string }[];
  /** The row that has or had the focus. It's never omitted. */
  current: number;
  /** An estimate until a row has been rendered. */
  rowHeight: number;
  gap?: number;
}

/** Returns the rows of a long list to render: the visible ones and the one with the focus. */
export function useVirtualRows({ place, rows, current, rowHeight, gap = 0 }: Input) {
  const isLong = rows.length > PLAIN_ROWS_MAX;
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (place.current) setTop(Math.round(place.current.getBoundingClientRect().top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    enabled: isLong,
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      return indexes.includes(current) ? indexes : [...indexes, current].sort((a, b) => a - b);
    },
    overscan: MORE_ROWS,
    scrollMargin: top,
    gap,
    useFlushSync: false,
  });
  if (!isLong) return { isLong, shown: rows.map((_, index): ShownRow => ({ index, space: 0 })), after: 0 };
  const items = virtualizer.getVirtualItems();
  const shown = items.map(({ index, start }, place) => {
    const before = items[place - 1];
    // The space itself has a gap on each side.
    const space = start - (before?.end ?? top) - (before ? 2 * gap : gap);
    return { index, space: Math.max(0, space) };
  });
  const after = virtualizer.getTotalSize() + top - (items.at(-1)?.end ?? top) - gap;
  return { isLong, shown, after: Math.max(0, after), measure: virtualizer.measureElement };
}
