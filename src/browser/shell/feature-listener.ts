import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";

/** Once a change is refused because its part of the product has been switched off, the navigation leaves that out, too. */
export function useFeatureListener(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      queries.getMutationCache().subscribe((happened) => {
        if (happened.type !== "updated" || happened.action.type !== "error") return;
        if (apiErrorOf(happened.action.error)?.code === "FEATURE_OFF")
          void queries.invalidateQueries(meQuery());
      }),
    [queries],
  );
}
