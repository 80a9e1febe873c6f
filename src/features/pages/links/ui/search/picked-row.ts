import { NOTHING, type Selection } from "#src/kit/table/selection.ts";

let picked: string | undefined;

/** Selects a row as soon as the links can be selected. */
export function pickNext(id: string): void {
  picked = id;
}

/** Returns what to start with. */
export function takePicked(): Selection {
  const id = picked;
  picked = undefined;
  return id === undefined ? NOTHING : { kind: "some", ids: new Set([id]) };
}
