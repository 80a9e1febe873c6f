import { useLocalStorage } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { clientFor } from "#src/kit/api.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { parseStored, type StoredViews, viewsOf } from "#src/kit/table/view.ts";
import { toastError } from "#src/kit/toasts.tsx";
import type { ViewedTable } from "../../rules.ts";
import { type TableViews, viewsContract } from "../../views-contract.ts";

const viewsApi = clientFor("preferences", viewsContract);

/**
 * A person's view of a table, in this account and on all of their devices. The screen shows this device's
 * copy, so that nothing waits for the server and everything works offline.
 */
export function useTableViews<Filter extends object>(table: ViewedTable, columns: string[]) {
  const me = useMe();
  const key = `fanfare.table.${table}.${me?.id ?? ""}.${me?.account.id ?? ""}`;
  const [kept, keep] = useLocalStorage<StoredViews<Filter> | undefined>({
    key,
    getInitialValueInEffect: false,
    deserialize: (text) => parseStored(text),
  });
  const { mutate } = useMutation({
    // In sequence, so that the last one wins.
    scope: { id: key },
    mutationFn: (views: StoredViews<Filter>) =>
      viewsApi.keepTableViews.call({ table, views: views as unknown as TableViews }),
    onSuccess: (_, sent) => keep((now) => (now && isSame(now, sent) ? sent : now)),
    onError: (error) => {
      if (apiErrorOf(error)) toastError(error, "This view is kept on this device only.");
    },
  });
  useQuery({
    queryKey: [...viewsApi.tableViews.key(), key],
    enabled: me !== undefined,
    queryFn: async ({ signal }) => {
      const { views } = await viewsApi.tableViews.call({ table }, { signal });
      const own = copyAt<Filter>(key);
      if (own && (own.isUnsent || !views)) mutate(partsOf(own));
      else if (views) keep(views as unknown as StoredViews<Filter>);
      return views;
    },
  });
  return viewsOf<Filter>(columns, kept, (changed) => {
    keep({ ...changed, isUnsent: true });
    mutate(partsOf(changed));
  });
}

function copyAt<Filter>(key: string): StoredViews<Filter> | undefined {
  return parseStored(localStorage.getItem(key) ?? undefined);
}

const partsOf = <Filter>({ current, saved }: StoredViews<Filter>): StoredViews<Filter> => ({
  current,
  saved,
});

function isSame<Filter>(one: StoredViews<Filter>, other: StoredViews<Filter>): boolean {
  return JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other));
}
