import { Text } from "@mantine/core";
import { Fragment } from "react";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { sharesOf } from "../shared/step-sentence.ts";
import { AddStep } from "./AddStep.tsx";
import classes from "./Editor.module.css";
import { useEditing } from "./editor-context.ts";
import { StepCard } from "./StepCard.tsx";

interface StepListProps {
  steps: readonly Step[];
  parent: string | null;
  list: number;
  label: string;
  /** Where its end is: `at the end`, or `at the end of “Yes” of step 2`. */
  end: string;
}

/** Steps one after another, with a place for another one everywhere. */
export function StepList({ steps, parent, list, label, end }: StepListProps) {
  const { numbers } = useEditing();
  return (
    <>
      <ol className={classes.steps} aria-label={label}>
        {steps.map((step, at) => (
          <li key={step.id}>
            <AddStep
              isSmall
              place={{ parent, list, at }}
              where={`before step ${formatNumber(numbers.get(step.id) ?? 0)}`}
            />
            <StepCard step={step} />
            <Inner step={step} />
          </li>
        ))}
      </ol>
      <AddStep place={{ parent, list, at: steps.length }} where={end} />
    </>
  );
}

/** The ways that a branch or a split has, one below the other. */
function Inner({ step }: { step: Step }) {
  const { numbers } = useEditing();
  const number = formatNumber(numbers.get(step.id) ?? 0);
  if (step.type !== "branch" && step.type !== "split") return null;
  const ways =
    step.type === "branch"
      ? [
          { key: "yes", title: "Yes", steps: step.yes },
          { key: "no", title: "No", steps: step.no },
        ]
      : step.parts.map(({ steps }, at) => ({
          key: String(at),
          title: `Part ${formatNumber(at + 1)}: ${shareOf(step.parts, at)}`,
          steps,
        }));
  return (
    <div className={classes.ways}>
      {ways.map(({ key, title, steps }, list) => (
        <Fragment key={key}>
          <Text size="sm" fw={600} className={classes.way}>
            {title}
          </Text>
          <div className={classes.inner}>
            <StepList
              steps={steps}
              parent={step.id}
              list={list}
              label={`${title}, step ${number}`}
              end={`at the end of “${title}” of step ${number}`}
            />
          </div>
        </Fragment>
      ))}
    </div>
  );
}

const shareOf = (parts: readonly { share: number }[], at: number) => sharesOf(parts).split(" · ")[at] ?? "";
