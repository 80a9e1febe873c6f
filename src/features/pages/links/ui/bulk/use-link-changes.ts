import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { LinkChangeInput } from "#src/features/pages/links/bulk/bulk-contract.ts";
import type { LinkFilterInput } from "#src/features/pages/links/search/search-contract.ts";
import { refreshProfilesSoon } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { newId } from "#src/kit/new-id.ts";
import { plural } from "#src/kit/plural.ts";
import { boundedBy } from "#src/kit/table/bulk.ts";
import type { selectionInput } from "#src/kit/table/selection.ts";
import { toastError, toastSuccess, toastUndo } from "#src/kit/toasts.tsx";
import { linksApi } from "../shared/link-queries.ts";
import { shelfApi } from "../shelf-queries.ts";
import { doneWords } from "./change-words.ts";

export type PickedLinks = ReturnType<typeof selectionInput<LinkFilterInput>>;

interface Applied {
  selection: PickedLinks;
  change: LinkChangeInput;
  /** When it was shown what would change. */
  until: string;
}

/** Changes selected links, and takes that back. */
export function useLinkChanges() {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: linksApi.key() });
    refreshProfilesSoon(queries);
  };
  const undo = async (undo_id: string) => {
    setBusy(true);
    try {
      toastSuccess({ message: undoneWords(await shelfApi.undoMany.call({ undo_id })) });
    } catch (error) {
      toastError(error, "That couldn’t be undone. Try again.");
    }
    setBusy(false);
    refresh();
  };
  /** Resolves to true once it's done. */
  const apply = async ({ selection, change, until }: Applied): Promise<boolean> => {
    const undo_id = newId();
    setBusy(true);
    try {
      const input = { selection: boundedBy(selection, { until }), change, undo_id, dry_run: false };
      const { count } = await shelfApi.changeMany.call(input);
      toastUndo(doneWords(change.action, count), () => void undo(undo_id));
      return true;
    } catch (error) {
      toastError(error, "The links couldn’t be changed. Try again.");
      return false;
    } finally {
      setBusy(false);
      refresh();
    }
  };
  return { apply, undo, isBusy };
}

function undoneWords({ restored, taken, full }: { restored: number; taken: number; full: number }): string {
  return [
    `${plural(restored, "link is as it was", "links are as they were")}.`,
    taken > 0 && `${plural(taken, "link was changed since and stays", "links were changed since and stay")}.`,
    full > 0 &&
      `${plural(full, "link doesn’t fit on its page anymore", "links don’t fit on their page anymore")}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
