import { useSyncExternalStore } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";

/** The current draft, if any. Only the preview subscribes, so nothing else rerenders with every letter. */
export class DraftStore {
  #draft: Link | null = null;
  readonly #followers = new Set<() => void>();

  readonly show = (draft: Link | null): void => {
    this.#draft = draft;
    for (const changed of this.#followers) changed();
  };

  readonly current = (): Link | null => this.#draft;

  readonly follow = (changed: () => void): (() => void) => {
    this.#followers.add(changed);
    return () => this.#followers.delete(changed);
  };
}

export function useDraft({ follow, current }: DraftStore): Link | null {
  return useSyncExternalStore(follow, current);
}
