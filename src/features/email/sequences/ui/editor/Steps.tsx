import { Skeleton } from "@mantine/core";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { StepsViewControl, useStepsView } from "../canvas/StepsView.tsx";
import { useEditing } from "./editor-context.ts";
import { StepList } from "./StepList.tsx";

const SequenceCanvas = lazyComponent(
  async () => (await import("../canvas/SequenceCanvas.tsx")).SequenceCanvas,
  <Skeleton h={480} radius="lg" />,
);

/** The steps as a list or, on desktops, as a canvas. Both edit the same. */
export function Steps() {
  const { definition } = useEditing();
  const { isCanvas } = useStepsView();
  return (
    <>
      <StepsViewControl label="How to show the steps" />
      {isCanvas ? (
        <SequenceCanvas />
      ) : (
        <StepList steps={definition.steps} parent={null} list={0} label="Steps" end="at the end" />
      )}
    </>
  );
}
