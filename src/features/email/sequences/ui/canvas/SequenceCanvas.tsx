import "@xyflow/react/dist/base.css";
import { useComputedColorScheme } from "@mantine/core";
import { Controls, type NodeProps, type OnNodeDrag, ReactFlow, useNodesState } from "@xyflow/react";
import { useEffect, useMemo, useState } from "react";
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
import { layOut, placeNear } from "./canvas-layout.ts";
import { StartNode } from "./StartNode.tsx";
import { StepDrawer } from "./StepDrawer.tsx";
import { Ends, StepNode } from "./StepNode.tsx";

const NODE_TYPES = { start: StartNode, step: StepNode, add: AddNode };
const FIT = { padding: 0.15, maxZoom: 1, minZoom: 0.4 } as const;

/** The steps as a picture, which edits the same as the list does. It lays itself out. */
export function SequenceCanvas({ isReadOnly = false }: { isReadOnly?: boolean }) {
  const { definition, moveTo } = useEditing();
  const scheme = useComputedColorScheme("light");
  const { steps } = definition;
  const layout = useMemo(() => layOut(steps), [steps]);
  const [target, setTarget] = useState<string>();
  const laid = useMemo(() => flowNodes(layout, isReadOnly), [layout, isReadOnly]);
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
    <section className={classes.canvas} aria-label="Steps as a canvas">
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
        fitView
        fitViewOptions={FIT}
        preventScrolling={false}
        zoomOnScroll={false}
        deleteKeyCode={null}
      >
        <Controls showInteractive={false} fitViewOptions={FIT} />
      </ReactFlow>
      {!isReadOnly && <StepDrawer />}
    </section>
  );
}

/** A place for another step, between two of them. */
function AddNode({ data }: NodeProps & { data: CanvasFlowNodeData }) {
  const { numbers, all } = useEditing();
  if (data.kind !== "add") return null;
  const { place, isReadOnly } = data;
  const parent = formatNumber(numbers.get(place.parent ?? "") ?? 0);
  const where =
    place.parent === null
      ? `at place ${formatNumber(place.at + 1)}`
      : `at place ${formatNumber(place.at + 1)} of way ${formatNumber(place.list + 1)} of step ${parent}`;
  return (
    <div className={classes.add}>
      <Ends />
      {!isReadOnly && <AddStep isSmall place={place} where={all.length === 0 ? "at the end" : where} />}
    </div>
  );
}
