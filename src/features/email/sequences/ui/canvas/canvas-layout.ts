/*
 * Where a sequence's steps are on the canvas: from top to bottom, the ways of a branch side by side. Nothing of it is
 * stored, so two people see the same, and the list and the canvas never disagree.
 */
import { listsIn, type Step } from "#src/features/email/sequences/definition-rules.ts";
import type { Place } from "../editor/step-tree.ts";

export const CARD_WIDTH = 260;
export const CARD_HEIGHT = 104;
export const ADD_SIZE = 32;
const GAP = 28;
const WAY_GAP = 40;
/** Room for the name of a way, such as “Yes”. */
const NAME_GAP = 28;

interface Box {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}
export type CanvasNode = Box &
  ({ kind: "start" } | { kind: "step"; step: Step } | { kind: "add"; place: Place });

export interface CanvasEdge {
  source: string;
  target: string;
  /** The way's index, if it's the beginning of one. */
  way?: number;
  /** Goes to a step that somebody chose. */
  isJump?: boolean;
}

export interface CanvasLayout {
  nodes: CanvasNode[];
  edges: CanvasEdge[];
}

export const START = "start";
export const addId = ({ parent, list, at }: Place) => ["add", parent ?? "", list, at].join(" ");

/** How wide a list of steps is with everything in it. */
function widthOf(steps: readonly Step[]): number {
  return Math.max(CARD_WIDTH, ...steps.map((step) => waysWidth(listsIn(step))));
}

function waysWidth(lists: readonly (readonly Step[])[]): number {
  if (lists.length === 0) return 0;
  return lists.reduce((sum, list) => sum + widthOf(list), (lists.length - 1) * WAY_GAP);
}

interface Laying {
  parent: string | null;
  list: number;
  /** The middle, from left to right. */
  x: number;
  y: number;
  /** Where one comes from. */
  sources: readonly { id: string; way?: number }[];
}

/** Lays out steps and returns what leads on from them, and where the next ones begin. */
function layList(
  layout: CanvasLayout,
  steps: readonly Step[],
  { parent, list, x, y, sources }: Laying,
): { exits: string[]; bottom: number } {
  let from = sources;
  let top = y;
  const put = (node: CanvasNode) => {
    layout.nodes.push(node);
    for (const { id, way } of from)
      layout.edges.push({ source: id, target: node.id, ...(way !== undefined && { way }) });
    from = [{ id: node.id }];
  };
  const putAdd = (at: number) => {
    const place = { parent, list, at };
    const box = { x: x - ADD_SIZE / 2, y: top, width: ADD_SIZE, height: ADD_SIZE };
    put({ kind: "add", id: addId(place), ...box, place });
    top += ADD_SIZE + GAP;
  };
  for (const [at, step] of steps.entries()) {
    putAdd(at);
    put({
      kind: "step",
      id: step.id,
      x: x - CARD_WIDTH / 2,
      y: top,
      width: CARD_WIDTH,
      height: CARD_HEIGHT,
      step,
    });
    top += CARD_HEIGHT + GAP;
    const inner = listsIn(step);
    if (inner.length > 0) {
      const { exits, bottom } = layWays(layout, step.id, { lists: inner, x, y: top + NAME_GAP });
      from = exits.map((id) => ({ id }));
      top = bottom;
    }
    if (step.type === "goto" && step.step_id !== null)
      layout.edges.push({ source: step.id, target: step.step_id, isJump: true });
    if (step.type === "end" || step.type === "goto") from = [];
  }
  putAdd(steps.length);
  return { exits: from.map(({ id }) => id), bottom: top };
}

function layWays(
  layout: CanvasLayout,
  parent: string,
  { lists, x, y }: { lists: readonly (readonly Step[])[]; x: number; y: number },
): { exits: string[]; bottom: number } {
  const exits: string[] = [];
  let left = x - waysWidth(lists) / 2;
  let bottom = y;
  for (const [list, steps] of lists.entries()) {
    const width = widthOf(steps);
    const sources = [{ id: parent, way: list }];
    const laid = layList(layout, steps, { parent, list, x: left + width / 2, y, sources });
    exits.push(...laid.exits);
    bottom = Math.max(bottom, laid.bottom);
    left += width + WAY_GAP;
  }
  return { exits, bottom };
}

export function layOut(steps: readonly Step[]): CanvasLayout {
  const start: CanvasNode = {
    kind: "start",
    id: START,
    x: -CARD_WIDTH / 2,
    y: 0,
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
  };
  const layout: CanvasLayout = { nodes: [start], edges: [] };
  const y = CARD_HEIGHT + GAP;
  layList(layout, steps, { parent: null, list: 0, x: 0, y, sources: [{ id: START }] });
  const known = new Set(layout.nodes.map(({ id }) => id));
  return { ...layout, edges: layout.edges.filter(({ target }) => known.has(target)) };
}

/**
 * The place that’s closest to the middle of what was dropped, if it’s close. Below the last one counts as there: at the
 * lower edge, the canvas moves on under what’s dragged.
 */
export function placeNear(
  { nodes }: CanvasLayout,
  { x, y }: { x: number; y: number },
): Extract<CanvasNode, { kind: "add" }> | undefined {
  const near = CARD_WIDTH / 2 + GAP;
  const places = nodes.filter((node) => node.kind === "add");
  const end = Math.max(...places.map((node) => node.y + node.height / 2));
  let best: { node: Extract<CanvasNode, { kind: "add" }>; distance: number } | undefined;
  for (const node of places) {
    const distance = Math.hypot(node.x + node.width / 2 - x, node.y + node.height / 2 - Math.min(y, end));
    if (distance <= near && (!best || distance < best.distance)) best = { node, distance };
  }
  return best?.node;
}
