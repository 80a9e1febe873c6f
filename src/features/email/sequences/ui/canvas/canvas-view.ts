/* How a canvas of steps looks and behaves, whether it edits them or shows their figures. */
import type { ReactFlowProps, Viewport } from "@xyflow/react";
import type { CanvasLayout } from "./canvas-layout.ts";

export const FIT = { padding: 0.1, maxZoom: 1 } as const;
/** Smaller than this, nobody can read it. */
const READABLE_ZOOM = 0.7;
const EDGE_PX = 24;

export const CANVAS_PROPS = {
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  minZoom: 0.2,
  maxZoom: 1.5,
  preventScrolling: false,
  zoomOnScroll: false,
  deleteKeyCode: null,
  ariaLabelConfig: {
    "controls.ariaLabel": "Zoom",
    "controls.zoomIn.ariaLabel": "Zoom in",
    "controls.zoomOut.ariaLabel": "Zoom out",
    "controls.fitView.ariaLabel": "Show everything",
  },
} satisfies ReactFlowProps;

/** Begins at the top, as wide as it can be read. */
export function startAt({ nodes }: CanvasLayout, width: number): Viewport {
  const half = Math.max(...nodes.map((node) => Math.max(-node.x, node.x + node.width)));
  const zoom = Math.min(1, Math.max(READABLE_ZOOM, (width / 2 - EDGE_PX) / half));
  return { x: width / 2, y: EDGE_PX, zoom };
}
