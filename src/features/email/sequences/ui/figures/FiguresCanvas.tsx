import "@xyflow/react/dist/style.css";
import { Text, useComputedColorScheme } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { Controls, type NodeProps, ReactFlow } from "@xyflow/react";
import { createContext, use, useMemo, useRef } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { SequenceFigures, StepFigures } from "#src/features/email/sequences/contract.ts";
import { type Definition, flatten } from "#src/features/email/sequences/definition-rules.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import canvas from "../canvas/Canvas.module.css";
import { type CanvasFlowNode, type CanvasFlowNodeData, flowEdges, flowNodes } from "../canvas/canvas-flow.ts";
import { layOut, START } from "../canvas/canvas-layout.ts";
import { CANVAS_PROPS, FIT, startAt } from "../canvas/canvas-view.ts";
import { Ends } from "../canvas/StepNode.tsx";
import { STEP_KINDS } from "../editor/step-kinds.ts";
import { describeStep } from "../shared/step-sentence.ts";
import classes from "./FiguresCanvas.module.css";
import { percent, shortWordsOf, wordsOf } from "./figures-words.ts";

interface FiguresCanvasProps {
  figures: SequenceFigures;
  definition: Definition;
  catalog: Catalog;
}

interface Shown extends FiguresCanvasProps {
  numbers: ReadonlyMap<string, number>;
  own: ReadonlyMap<string, StepFigures>;
  /** Where edges begin and end. */
  sources: ReadonlySet<string>;
  targets: ReadonlySet<string>;
}

const ShownContext = createContext<Shown | null>(null);

function useShown(): Shown {
  const shown = use(ShownContext);
  if (!shown) throw new Error("Figures are inside of their canvas.");
  return shown;
}

const ARIA_LABELS = {
  ...CANVAS_PROPS.ariaLabelConfig,
  "node.a11yDescription.default": "A step with its figures",
};
const NODE_TYPES = { start: StartFigures, step: StepFiguresNode, add: Way };

/** A version's steps where they are on the canvas, each with its figures. It's for reading. */
export function FiguresCanvas({ figures, definition, catalog }: FiguresCanvasProps) {
  const element = useRef<HTMLElement>(null);
  const scheme = useComputedColorScheme("light");
  const { steps } = definition;
  const layout = useMemo(() => layOut(steps), [steps]);
  const nodes = useMemo(() => flowNodes(layout).map(asShown), [layout]);
  const edges = useMemo(() => flowEdges(layout, steps), [layout, steps]);
  const shown = useMemo(
    (): Shown => ({
      figures,
      definition,
      catalog,
      numbers: new Map(flatten(steps).map(({ step }, at) => [step.id, at + 1])),
      own: new Map(figures.steps.map((own) => [own.step_id, own])),
      sources: new Set(layout.edges.map(({ source }) => source)),
      targets: new Set(layout.edges.map(({ target }) => target)),
    }),
    [figures, definition, catalog, layout, steps],
  );
  return (
    <section ref={element} className={canvas.canvas} aria-label="Figures as a canvas">
      <ShownContext value={shown}>
        <ReactFlow
          {...CANVAS_PROPS}
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES as never}
          nodesDraggable={false}
          ariaLabelConfig={ARIA_LABELS}
          colorMode={scheme}
          onInit={({ setViewport }) => void setViewport(startAt(layout, element.current?.clientWidth ?? 0))}
        >
          <Controls position="top-right" showInteractive={false} fitViewOptions={FIT} />
        </ReactFlow>
      </ShownContext>
    </section>
  );
}

/** By keyboard, the focus goes from step to step, and the canvas follows it. */
const asShown = (node: CanvasFlowNode): CanvasFlowNode => ({
  ...node,
  draggable: false,
  focusable: node.data.kind === "step",
});

/** How many got in. */
function StartFigures() {
  const { figures } = useShown();
  const { entered, completed, exited } = figures.counts;
  return (
    <div className={canvas.node} data-start>
      <Ends />
      <div className={canvas.open}>
        <span className={canvas.line}>
          <IconPlayerPlay size={18} stroke={1.75} aria-hidden className={canvas.icon} />
          <Text component="span" size="xs" c="dimmed">
            Start
          </Text>
        </span>
        <span className={canvas.sentence}>{plural(entered, "person got in", "people got in")}</span>
        <Text component="span" size="xs" c="dimmed">
          {`${formatNumber(completed)} finished · ${formatNumber(exited)} left early`}
        </Text>
      </div>
    </div>
  );
}

function StepFiguresNode({ data }: NodeProps & { data: CanvasFlowNodeData }) {
  const { catalog, numbers, own: all, figures } = useShown();
  if (data.kind !== "step") return null;
  const { step } = data;
  const own = all.get(step.id);
  const { Icon, label } = STEP_KINDS[step.type];
  const number = formatNumber(numbers.get(step.id) ?? 0);
  const { mail, people } = own ? shortWordsOf(step, own) : { mail: "", people: "" };
  const share = percent(own?.entered ?? 0, figures.counts.entered);
  const words = own ? [`${share} of those who got in`, ...wordsOf(step, own)].join("\n") : undefined;
  return (
    <div className={canvas.node} data-start data-step={step.id}>
      <Ends />
      <div className={canvas.open} title={words}>
        <span className={canvas.line}>
          <Icon size={18} stroke={1.75} aria-hidden className={canvas.icon} />
          <Text component="span" size="xs" c="dimmed" truncate>
            {number} · {label}
          </Text>
          <Text component="span" size="sm" fw={600} className={classes.count}>
            {formatNumber(own?.entered ?? 0)}
          </Text>
        </span>
        <span className={`${canvas.sentence} ${classes.sentence}`} dir="auto">
          {describeStep(step, { catalog, numbers })}
        </span>
        {[mail, people].filter(Boolean).map((line) => (
          <Text key={line} component="span" size="xs" c="dimmed" truncate>
            {line}
          </Text>
        ))}
      </div>
      <span
        className={classes.bar}
        style={{ width: share === "–" ? 0 : `${(100 * (own?.entered ?? 0)) / figures.counts.entered}%` }}
      />
    </div>
  );
}

/** Where the editor has a place for another step, the way just goes on, or ends. */
function Way({ id }: NodeProps) {
  const { sources, targets } = useShown();
  if (!targets.has(id) || id === START) return null;
  return (
    <div className={classes.way} data-end={!sources.has(id) || undefined}>
      <Ends />
    </div>
  );
}
