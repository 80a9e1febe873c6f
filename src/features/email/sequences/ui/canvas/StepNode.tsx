import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import { Handle, type NodeProps, Position, useReactFlow, useStore } from "@xyflow/react";
import { formatNumber } from "#src/kit/plural.ts";
import { useEditing } from "../editor/editor-context.ts";
import { numberWords } from "../editor/StepNumbers.tsx";
import { STEP_KINDS } from "../editor/step-kinds.ts";
import { describeStep } from "../shared/step-sentence.ts";
import classes from "./Canvas.module.css";
import type { CanvasFlowNodeData } from "./canvas-flow.ts";

/** Where edges begin and end. Nobody draws them by hand. */
export function Ends() {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className={classes.handle} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes.handle} />
    </>
  );
}

/** A step, which opens its fields. */
export function StepNode({ data }: NodeProps & { data: CanvasFlowNodeData }) {
  const editing = useEditing();
  const showFocused = useShowFocused(data);
  if (data.kind !== "step") return null;
  const { step } = data;
  const { numbers, problems, figures, opened, open } = editing;
  const { Icon, label } = STEP_KINDS[step.type];
  const own = problems.filter(({ where }) => where === step.id);
  const stop = own.find(({ severity }) => severity === "stop");
  const count = figures.get(step.id);
  const inside = (
    <>
      <span className={classes.line}>
        <Icon size={18} stroke={1.75} aria-hidden className={classes.icon} />
        <Text component="span" size="xs" c="dimmed" truncate>
          {formatNumber(numbers.get(step.id) ?? 0)} · {label}
        </Text>
        {own.length > 0 && (
          <span
            role="img"
            className={classes.problem}
            data-stop={stop !== undefined || undefined}
            aria-label={own[0]?.message ?? ""}
            title={own.map(({ message }) => message).join("\n")}
          >
            {stop ? <IconCircleX size={16} /> : <IconAlertTriangle size={16} />}
          </span>
        )}
      </span>
      <span className={classes.sentence} dir="auto">
        {describeStep(step, editing)}
      </span>
      {count && count.entered > 0 && (
        <Text component="span" size="xs" c="dimmed" truncate title={numberWords(step, count)}>
          {numberWords(step, count)}
        </Text>
      )}
    </>
  );
  return (
    <div className={classes.node} data-step={step.id} data-stopped={stop !== undefined || undefined}>
      <Ends />
      <button
        type="button"
        className={`plain-button mantine-focus-auto ${classes.open}`}
        aria-haspopup="dialog"
        aria-expanded={opened === step.id}
        onFocus={showFocused}
        onClick={() => open(step.id)}
      >
        {inside}
      </button>
    </div>
  );
}

/** Brings what has the focus into view, for those who go through it by keyboard. */
function useShowFocused({ x, y, width, height }: CanvasFlowNodeData) {
  const { setCenter, getViewport } = useReactFlow();
  const size = useStore((state) => ({ width: state.width, height: state.height }), isSameSize);
  return () => {
    const { x: left, y: top, zoom } = getViewport();
    const isInside =
      x * zoom + left >= 0 &&
      y * zoom + top >= 0 &&
      (x + width) * zoom + left <= size.width &&
      (y + height) * zoom + top <= size.height;
    if (!isInside) void setCenter(x + width / 2, y + height / 2, { zoom });
  };
}

interface Size {
  width: number;
  height: number;
}

const isSameSize = (one: Size, other: Size) => one.width === other.width && one.height === other.height;
