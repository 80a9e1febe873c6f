import { useState } from "react";
import { SELECTED_THINGS_MAX } from "#src/features/pages/links/staff-changes/change-contract.ts";

/** Rows that are picked, as many as a change takes. */
export function usePicked() {
  const [ids, setIds] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setIds((before) =>
      before.includes(id)
        ? before.filter((one) => one !== id)
        : [...before, id].slice(0, SELECTED_THINGS_MAX),
    );
  const pickAll = (all: readonly string[]) => setIds(all.slice(0, SELECTED_THINGS_MAX));
  return { ids, has: (id: string) => ids.includes(id), toggle, pickAll, clear: () => setIds([]) };
}

export type Picked = ReturnType<typeof usePicked>;
