export interface TableView {
  columns: string[];
  sort?: { by: string; order: "asc" | "desc" } | undefined;
}

/** A view saved with its search. */
export interface SavedView<Filter> extends TableView {
  name: string;
  filter: Filter;
}

export interface StoredViews<Filter> {
  current: TableView;
  saved: SavedView<Filter>[];
  /** Set if it has changed on this device and hasn't been sent yet. */
  isUnsent?: boolean;
}

/** A table's view and its saved views, for `ViewMenu` and `DataTable`. `store` persists changes. */
export function viewsOf<Filter>(
  columns: string[],
  stored: StoredViews<Filter> = { current: { columns }, saved: [] },
  store: (changed: StoredViews<Filter>) => void,
) {
  const view = { ...stored.current, columns: knownColumns(stored.current.columns, columns) };
  return {
    view,
    saved: stored.saved,
    setView: (current: TableView) => store({ ...stored, current }),
    save: (name: string, filter: Filter) => {
      const others = stored.saved.filter((one) => one.name !== name);
      store({ ...stored, saved: [...others, { ...view, name, filter }] });
    },
    forget: (name: string) => store({ ...stored, saved: stored.saved.filter((one) => one.name !== name) }),
  };
}

/** The text may have been edited by hand, or stored by another version. */
export function parseStored<Filter>(text: string | undefined): StoredViews<Filter> | undefined {
  try {
    const { current, saved, isUnsent = false } = JSON.parse(text ?? "");
    if (Array.isArray(current.columns) && Array.isArray(saved)) return { current, saved, isUnsent };
  } catch {}
  return undefined;
}

/** Returns the chosen columns that still exist, or all columns if none does. */
export function knownColumns(chosen: readonly string[], columns: string[]): string[] {
  const left = chosen.filter((id, index) => columns.includes(id) && chosen.indexOf(id) === index);
  return left.length > 0 ? left : columns;
}

export function moveColumn(columns: readonly string[], id: string, by: 1 | -1): string[] {
  const from = columns.indexOf(id);
  const others = columns.filter((one) => one !== id);
  return from < 0 ? [...columns] : others.toSpliced(Math.max(0, from + by), 0, id);
}
