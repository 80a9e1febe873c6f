import { type ComponentProps, useCallback, useSyncExternalStore } from "react";

interface Drag {
  row: Pick<ComponentProps<"li">, "ref" | "style">;
  handle: ComponentProps<"button">;
  isDragging: boolean;
}

/**
 * The drag handlers of each row, as far as the code has loaded. While a row moves, only the rows that move
 * rerender.
 */
export class DragRegistry {
  readonly #drags = new Map<string, Drag>();
  readonly #rows = new Map<string, () => void>();

  report(id: string, drag: Drag | undefined): void {
    if (drag) this.#drags.set(id, drag);
    else this.#drags.delete(id);
    this.#rows.get(id)?.();
  }

  of(id: string): Drag | undefined {
    return this.#drags.get(id);
  }

  /** There's one row per id. */
  watch(id: string, changed: () => void): () => void {
    this.#rows.set(id, changed);
    return () => this.#rows.delete(id);
  }
}

/** Returns the drag handlers of a row, or undefined while it can't be dragged. */
export function useDrag(drags: DragRegistry, id: string): Drag | undefined {
  return useSyncExternalStore(
    useCallback((changed) => drags.watch(id, changed), [drags, id]),
    () => drags.of(id),
  );
}
