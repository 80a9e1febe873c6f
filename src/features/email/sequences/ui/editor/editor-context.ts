import { createContext, use } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { StepFigures } from "#src/features/email/sequences/contract.ts";
import type { Problem } from "#src/features/email/sequences/definition-contract.ts";
import type { Definition, Step, StepType } from "#src/features/email/sequences/definition-rules.ts";
import type { Place } from "./step-tree.ts";

/** What every card of the editor needs. */
export interface Editing {
  definition: Definition;
  catalog: Catalog;
  /** Each step's number, by its id, in the order of reading. */
  numbers: ReadonlyMap<string, number>;
  /** All steps, in the order of reading. */
  all: readonly Step[];
  problems: readonly Problem[];
  /** What the published version's steps did, by their ids. */
  figures: ReadonlyMap<string, StepFigures>;
  /** Changes whenever something was undone. */
  revision: number;
  /** The step whose fields are shown. */
  opened: string | undefined;
  open: (id: string | undefined) => void;
  add: (place: Place, type: StepType) => void;
  changeStep: (id: string, change: (step: Step) => Step) => void;
  move: (id: string, by: -1 | 1) => void;
  moveTo: (id: string, place: Place) => void;
  remove: (id: string) => void;
}

export const EditorContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = use(EditorContext);
  if (!editing) throw new Error("Cards are inside of an editor.");
  return editing;
}
