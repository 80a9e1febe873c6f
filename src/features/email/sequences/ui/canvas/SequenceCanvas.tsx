import "@xyflow/react/dist/style.css";
import { useComputedColorScheme } from "@mantine/core";
import {
  Controls,
  type NodeProps,
  type OnNodeDrag,
  ReactFlow,
  useNodesState,
  type Viewport,
} from "@xyflow/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { formatNumber } from "#src/kit/plural.ts";
import { AddStep } from "../editor/AddStep.tsx";
import { useEditing } from "../editor/editor-context.ts";
import classes from "./Canvas.module.css";
import {
  type CanvasFlowNode,
  type CanvasFlowNodeData,
  flowEdges,
  flowNodes,
  isWithin,
} from "./canvas-flow.ts";
import { type CanvasLayout, layOut, placeNear } from "./canvas-layout.ts";
import { StartNode } from "./StartNode.tsx";
import { StepDrawer } from "./StepDrawer.tsx";
import { Ends, StepNode } from "./StepNode.tsx";

const NODE_TYPES = { start: StartNode, step: StepNode, add: AddNode };
const FIT = { padding: 0.1, maxZoom: 1 } as const;
/** Smaller than this, nobody can read it. */
const READABLE_ZOOM = 0.7;
const EDGE_PX = 24;
const ARIA_LABELS = {
  "controls.ariaLabel": "Zoom",
  "controls.zoomIn.ariaLabel": "Zoom in",
  "controls.zoomOut.ariaLabel": "Zoom out",
  "controls.fitView.ariaLabel": "Show everything",
};

/** Begins at the top, as wide as it can be read. */
function startAt({ nodes }: CanvasLayout, width: number): Viewport {
  const half = Math.max(...nodes.map((node) => Math.max(-node.x, node.x + node.width)));
  const zoom = Math.min(1, Math.max(READABLE_ZOOM, (width / 2 - EDGE_PX) / half));
  return { x: width / 2, y: EDGE_PX, zoom };
}

/** The steps as a picture, which edits the same as the list does. It lays itself out. */
export function SequenceCanvas() {
  const { definition, moveTo } = useEditing();
  const element = useRef<HTMLElement>(null);
  const scheme = useComputedColorScheme("light");
  const { steps } = definition;
  const layout = useMemo(() => layOut(steps), [steps]);
  const [target, setTarget] = useState<string>();
  const laid = useMemo(() => flowNodes(layout), [layout]);
  const edges = useMemo(() => flowEdges(layout, steps), [layout, steps]);
  const [nodes, setNodes, onNodesChange] = useNodesState<CanvasFlowNode>(laid);
  useEffect(() => setNodes(laid), [laid, setNodes]);
  const nearest = (node: CanvasFlowNode) => {
    const middle = {
      x: node.position.x + (node.width ?? 0) / 2,
      y: node.position.y + (node.height ?? 0) / 2,
    };
    const found = placeNear(layout, middle);
    return found && !isWithin(steps, node.id, found.place.parent) ? found : undefined;
  };
  const drag: OnNodeDrag<CanvasFlowNode> = (_, node) => setTarget(nearest(node)?.id);
  const drop: OnNodeDrag<CanvasFlowNode> = (_, node) => {
    const found = nearest(node);
    setTarget(undefined);
    setNodes(laid);
    if (found) moveTo(node.id, found.place);
  };
  const shown = nodes.map((node) => (node.id === target ? { ...node, className: classes.target } : node));
  return (
    <section ref={element} className={classes.canvas} aria-label="Steps as a canvas">
      <ReactFlow<CanvasFlowNode>
        nodes={shown}
        edges={edges}
        nodeTypes={NODE_TYPES as never}
        onNodesChange={onNodesChange}
        onNodeDrag={drag}
        onNodeDragStop={drop}
        colorMode={scheme}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        nodeDragThreshold={6}
        minZoom={0.2}
        maxZoom={1.5}
        ariaLabelConfig={ARIA_LABELS}
        onInit={({ setViewport }) => void setViewport(startAt(layout, element.current?.clientWidth ?? 0))}
        preventScrolling={false}
        zoomOnScroll={false}
        deleteKeyCode={null}
      >
        <Controls position="top-right" showInteractive={false} fitViewOptions={FIT} />
      </ReactFlow>
      <StepDrawer />
    </section>
  );
}

/** A place for another step, between two of them. */
function AddNode({ data }: NodeProps & { data: CanvasFlowNodeData }) {
  const { numbers, all } = useEditing();
  if (data.kind !== "add") return null;
  const { place } = data;
  const parent = formatNumber(numbers.get(place.parent ?? "") ?? 0);
  const where =
    place.parent === null
      ? `at place ${formatNumber(place.at + 1)}`
      : `at place ${formatNumber(place.at + 1)} of way ${formatNumber(place.list + 1)} of step ${parent}`;
  return (
    <div className={classes.add}>
      <Ends />
      <AddStep isSmall place={place} where={all.length === 0 ? "at the end" : where} />
    </div>
  );
}
