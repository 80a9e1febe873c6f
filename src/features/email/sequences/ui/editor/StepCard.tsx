import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { StepFields } from "../fields/StepFields.tsx";
import classes from "../shared/Card.module.css";
import { Problems } from "../shared/Problems.tsx";
import { describeStep } from "../shared/step-sentence.ts";
import { useEditing } from "./editor-context.ts";
import { StepNumbers } from "./StepNumbers.tsx";
import { STEP_KINDS } from "./step-kinds.ts";

/** A step as one sentence, which opens its fields. */
export function StepCard({ step }: { step: Step }) {
  const editing = useEditing();
  const { numbers, problems, opened, open, move, remove, revision } = editing;
  const id = useId();
  const number = numbers.get(step.id) ?? 0;
  const own = problems.filter(({ where }) => where === step.id);
  const isOpen = opened === step.id;
  const { Icon, label } = STEP_KINDS[step.type];
  const name = `step ${formatNumber(number)}`;
  return (
    <section
      className={classes.card}
      data-step={step.id}
      data-stopped={own.some(({ severity }) => severity === "stop") || undefined}
      aria-label={`Step ${formatNumber(number)}: ${label}`}
    >
      <div className={classes.head}>
        <button
          type="button"
          className={`plain-button mantine-focus-auto ${classes.open}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => open(isOpen ? undefined : step.id)}
        >
          <span className={classes.number}>{formatNumber(number)}</span>
          <Icon size={20} stroke={1.75} className={classes.icon} aria-hidden />
          <span className={classes.sentence} dir="auto">
            {describeStep(step, editing)}
          </span>
        </button>
        <div className={classes.tools}>
          <IconButton aria-label={`Move ${name} up`} onClick={() => move(step.id, -1)}>
            <IconArrowUp size={18} />
          </IconButton>
          <IconButton aria-label={`Move ${name} down`} onClick={() => move(step.id, 1)}>
            <IconArrowDown size={18} />
          </IconButton>
          <IconButton aria-label={`Remove ${name}`} onClick={() => remove(step.id)}>
            <IconTrash size={18} />
          </IconButton>
        </div>
      </div>
      <StepNumbers step={step} />
      <Problems problems={own} />
      {isOpen && (
        <div id={id} className={classes.fields}>
          <StepFields key={`${step.id} ${revision}`} step={step} />
        </div>
      )}
    </section>
  );
}
