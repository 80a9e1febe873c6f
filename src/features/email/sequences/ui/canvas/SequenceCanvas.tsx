import "@xyflow/react/dist/style.css";
import { useComputedColorScheme } from "@mantine/core";
import { Controls, type NodeProps, type OnNodeDrag, ReactFlow, useNodesState } from "@xyflow/react";
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
import { layOut, placeNear } from "./canvas-layout.ts";
import { CANVAS_PROPS, FIT, startAt } from "./canvas-view.ts";
import { StartNode } from "./StartNode.tsx";
import { StepDrawer } from "./StepDrawer.tsx";
import { Ends, StepNode } from "./StepNode.tsx";

const NODE_TYPES = { start: StartNode, step: StepNode, add: AddNode };

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
        nodeDragThreshold={6}
        {...CANVAS_PROPS}
        onInit={({ setViewport }) => void setViewport(startAt(layout, element.current?.clientWidth ?? 0))}
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
