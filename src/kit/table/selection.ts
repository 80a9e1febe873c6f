/** The selected rows: some, or everything that matches except a few, whether or not it's loaded. */
export type Selection =
  | { kind: "some"; ids: ReadonlySet<string> }
  | { kind: "all"; except: ReadonlySet<string> };

export const NOTHING: Selection = { kind: "some", ids: new Set() };
export const EVERYTHING: Selection = { kind: "all", except: new Set() };

export function isPicked(selection: Selection, id: string): boolean {
  return selection.kind === "all" ? !selection.except.has(id) : selection.ids.has(id);
}

export function pick(selection: Selection, ids: readonly string[], isOn: boolean): Selection {
  const isAll = selection.kind === "all";
  const changed = new Set(isAll ? selection.except : selection.ids);
  for (const id of ids) {
    if (isOn === isAll) changed.delete(id);
    else changed.add(id);
  }
  return isAll ? { kind: "all", except: changed } : { kind: "some", ids: changed };
}

export function sizeOf(selection: Selection, total: number): number {
  return selection.kind === "all" ? Math.max(0, total - selection.except.size) : selection.ids.size;
}

/** Converts the selection into the format of bulk actions. */
export function selectionInput<Filter>(selection: Selection, filter: Filter) {
  return selection.kind === "all"
    ? { all: true as const, filter, except: [...selection.except] }
    : { ids: [...selection.ids] };
}
