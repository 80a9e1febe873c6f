import { type ComponentProps, useCallback, useSyncExternalStore } from "react";

/** What a row needs to be movable. */
interface Drag {
  row: Pick<ComponentProps<"li">, "ref" | "style">;
  handle: ComponentProps<"button">;
  isDragging: boolean;
}

/** How each row is dragged, as far as that is known yet. While one moves, only those are drawn anew that move. */
export class Drags {
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

  /** There is one row for each id. */
  watch(id: string, changed: () => void): () => void {
    this.#rows.set(id, changed);
    return () => this.#rows.delete(id);
  }
}

/** How the row of `id` is dragged; undefined as long as it can't be. */
export function useDrag(drags: Drags, id: string): Drag | undefined {
  return useSyncExternalStore(
    useCallback((changed) => drags.watch(id, changed), [drags, id]),
    () => drags.of(id),
  );
}
