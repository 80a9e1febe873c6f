import { SavedViewsMenu } from "#src/features/identity/preferences/ui/shared/SavedViewsMenu.tsx";
import { useTableViews } from "#src/features/identity/preferences/ui/shared/use-table-views.ts";
import type { Finding } from "./use-link-search.ts";

type Kept = Pick<Finding, "isOnPage"> & { q: string };

interface FoundViewsProps {
  finding: Finding;
  onOpen: (view: Pick<Finding, "q" | "isOnPage">) => void;
}

/** Searches that are kept under a name. */
export function FoundViews({ finding: { q, isOnPage }, onOpen }: FoundViewsProps) {
  const views = useTableViews<Kept>("links", []);
  if (views.saved.length === 0 && q === undefined) return null;
  return <SavedViewsMenu views={views} kept={{ q: q ?? "", isOnPage }} onOpen={onOpen} size="sm" />;
}
