import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { listsIn } from "#src/features/email/sequences/definition-rules.ts";

/** A place for a step: in which list of which step, or in the sequence's own, and before which of its steps. */
export interface Place {
  parent: string | null;
  list: number;
  at: number;
}

/** A step whose lists are others. */
function withLists(step: Step, lists: readonly Step[][]): Step {
  if (step.type === "branch") return { ...step, yes: lists[0] ?? [], no: lists[1] ?? [] };
  if (step.type !== "split") return step;
  return { ...step, parts: step.parts.map((part, at) => ({ ...part, steps: lists[at] ?? [] })) };
}

/** A list of steps: the sequence's own, or one of a step's. */
type Where = Omit<Place, "at">;
const OWN: Where = { parent: null, list: 0 };

/** Changes every list of steps, from the inside out. */
function mapLists(
  steps: readonly Step[],
  change: (list: readonly Step[], where: Where) => Step[],
  where = OWN,
): Step[] {
  const inner = steps.map((step) => {
    const lists = listsIn(step);
    if (lists.length === 0) return step;
    return withLists(
      step,
      lists.map((steps, list) => mapLists(steps, change, { parent: step.id, list })),
    );
  });
  return change(inner, where);
}

export function insertStep(steps: readonly Step[], place: Place, step: Step): Step[] {
  return mapLists(steps, (list, where) =>
    where.parent === place.parent && where.list === place.list
      ? list.toSpliced(place.at, 0, step)
      : [...list],
  );
}

/** A step goes with everything in it. */
export function removeStep(steps: readonly Step[], id: string): Step[] {
  return mapLists(steps, (list) => list.filter((step) => step.id !== id));
}

export function changeStep(steps: readonly Step[], id: string, change: (step: Step) => Step): Step[] {
  return mapLists(steps, (list) => list.map((step) => (step.id === id ? change(step) : step)));
}

/** All places, in the order of reading. */
function placesOf(steps: readonly Step[], where = OWN): Place[] {
  const places = steps.flatMap((step, at): Place[] => [
    { ...where, at },
    ...listsIn(step).flatMap((inner, list) => placesOf(inner, { parent: step.id, list })),
  ]);
  return [...places, { ...where, at: steps.length }];
}

function placeOf(steps: readonly Step[], id: string, where = OWN): Place | undefined {
  for (const [at, step] of steps.entries()) {
    if (step.id === id) return { ...where, at };
    for (const [list, inner] of listsIn(step).entries()) {
      const found = placeOf(inner, id, { parent: step.id, list });
      if (found) return found;
    }
  }
  return undefined;
}

function findStep(steps: readonly Step[], id: string): Step | undefined {
  for (const step of steps) {
    if (step.id === id) return step;
    for (const list of listsIn(step)) {
      const found = findStep(list, id);
      if (found) return found;
    }
  }
  return undefined;
}

const isSame = (one: Place, other: Place) =>
  one.parent === other.parent && one.list === other.list && one.at === other.at;

/** Moves a step to a place among the steps as they are with it. Unchanged if it’s inside of the step. */
export function moveStepTo(steps: readonly Step[], id: string, to: Place): Step[] {
  const step = findStep(steps, id);
  const own = placeOf(steps, id);
  if (!step || !own || (to.parent !== null && findStep([step], to.parent))) return [...steps];
  const isSameList = own.parent === to.parent && own.list === to.list;
  const at = isSameList && own.at < to.at ? to.at - 1 : to.at;
  return insertStep(removeStep(steps, id), { ...to, at }, step);
}

/** Moves a step to the next place up or down, which may be inside of a branch or out of it. Undefined at the end. */
export function moveStep(steps: readonly Step[], id: string, by: -1 | 1): Step[] | undefined {
  const step = findStep(steps, id);
  const own = placeOf(steps, id);
  if (!step || !own) return undefined;
  const rest = removeStep(steps, id);
  const places = placesOf(rest);
  const to = places[places.findIndex((place) => isSame(place, own)) + by];
  return to && insertStep(rest, to, step);
}
