import { type Edge, MarkerType, type Node } from "@xyflow/react";
import { flatten, listsIn, type Step, stepsOf } from "#src/features/email/sequences/definition-rules.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { sharesOf } from "../shared/step-sentence.ts";
import type { CanvasLayout, CanvasNode } from "./canvas-layout.ts";

export type CanvasFlowNodeData = CanvasNode & Record<string, unknown>;
export type CanvasFlowNode = Node<CanvasFlowNodeData>;

export function flowNodes({ nodes }: CanvasLayout): CanvasFlowNode[] {
  return nodes.map((node) => ({
    id: node.id,
    type: node.kind,
    position: { x: node.x, y: node.y },
    width: node.width,
    height: node.height,
    draggable: node.kind === "step",
    data: { ...node },
  }));
}

export function flowEdges({ edges }: CanvasLayout, steps: readonly Step[]): Edge[] {
  const all = new Map(flatten(steps).map(({ step }) => [step.id, step]));
  return edges.map(({ source, target, way, isJump = false }) => ({
    id: `${source} → ${target}${isJump ? " jump" : ""}`,
    source,
    target,
    type: "smoothstep",
    focusable: false,
    ...(way !== undefined && { label: wayName(all.get(source), way) }),
    ...(isJump && { animated: true, markerEnd: { type: MarkerType.ArrowClosed } }),
  }));
}

function wayName(step: Step | undefined, way: number): string {
  if (step?.type === "branch") return way === 0 ? "Yes" : "No";
  if (step?.type !== "split") return "";
  const share = sharesOf(step.parts).split(" · ")[way] ?? "";
  return `Part ${formatNumber(way + 1)}: ${share}`;
}

/** True if a place is inside of a step, which can’t go there. */
export function isWithin(steps: readonly Step[], id: string, parent: string | null): boolean {
  const step = stepsOf({ steps: [...steps] }).find((one) => one.id === id);
  if (!step || parent === null) return false;
  return parent === id || listsIn(step).some((list) => flatten(list).some(({ step }) => step.id === parent));
}
