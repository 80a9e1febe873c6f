import { SavedViewsMenu } from "#src/features/identity/preferences/ui/shared/SavedViewsMenu.tsx";
import { useTableViews } from "#src/features/identity/preferences/ui/shared/use-table-views.ts";
import type { AnalyticsSearch } from "./search.ts";

interface AnalyticsViewsProps {
  search: AnalyticsSearch;
  onOpen: (search: AnalyticsSearch) => void;
}

/** Views aren't tables here: they have no columns. */
const COLUMNS = ["views"];

/** Saved periods and filters, of each person and for all of an account's pages. */
export function AnalyticsViews({ search, onOpen }: AnalyticsViewsProps) {
  const views = useTableViews<AnalyticsSearch>("analytics", COLUMNS);
  return <SavedViewsMenu views={views} kept={withoutEmpty(search)} onOpen={onOpen} />;
}

/** What's kept has only what's set. */
function withoutEmpty(search: AnalyticsSearch): AnalyticsSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ""),
  );
}
