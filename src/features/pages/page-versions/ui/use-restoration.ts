import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { linksQuery } from "#src/features/pages/links/ui/shared/link-queries.ts";
import type { Restoration } from "#src/features/pages/page-versions/contract.ts";
import { useProfileCache } from "#src/features/pages/profiles/ui/shared/use-profile-actions.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { toastError, toastSuccess, toastUndo } from "#src/kit/toasts.tsx";
import { pageVersionsApi } from "./version-queries.ts";

interface Wanted {
  id: string;
  /** Absent for what's brought back by undoing. */
  made_at?: string;
}

/** Restores versions of a page, with a toast that undoes it. */
export function useRestoration(profile_id: string) {
  const queries = useQueryClient();
  const { keep } = useProfileCache();
  const [problems, setProblems] = useState<Restoration["problems"]>([]);
  const restore = useMutation({
    mutationFn: ({ id }: Wanted) => pageVersionsApi.restore.call({ profile_id, version_id: id }),
    onSuccess: (restored, { made_at }) => {
      keep(restored.profile);
      queries.setQueryData(
        linksQuery(profile_id).queryKey,
        (list) => list && { ...list, items: restored.links },
      );
      void queries.invalidateQueries({ queryKey: pageVersionsApi.list.key() });
      setProblems(restored.problems);
      if (made_at === undefined) toastSuccess({ message: "Your page is as it was before" });
      else
        toastUndo(`The version of ${formatDateTime(made_at)} is back`, () =>
          restore.mutate({ id: restored.before }),
        );
    },
    onError: (error) => toastError(error, "The version couldn’t be restored. Try again."),
  });
  return { restore, problems };
}

/** Keeps the page as it is right now. */
export function useKeeping(profile_id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => pageVersionsApi.keep.call({ profile_id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: pageVersionsApi.list.key() }),
    onError: (error) => toastError(error, "The version couldn’t be kept. Try again."),
  });
}
