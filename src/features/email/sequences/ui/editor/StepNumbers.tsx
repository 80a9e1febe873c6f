import { Text } from "@mantine/core";
import type { StepFigures } from "#src/features/email/sequences/contract.ts";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import classes from "./Editor.module.css";
import { useEditing } from "./editor-context.ts";

/** What a published step has done so far, in a line. */
export function StepNumbers({ step }: { step: Step }) {
  const { figures } = useEditing();
  const own = figures.get(step.id);
  if (!own || own.entered === 0) return null;
  return (
    <Text size="xs" c="dimmed" className={classes.figures}>
      {numberWords(step, own)}
    </Text>
  );
}

export function numberWords({ type }: Step, own: StepFigures): string {
  const words = [plural(own.entered, "person came here", "people came here")];
  if (own.waiting > 0) words.push(plural(own.waiting, "is here now", "are here now"));
  if (type === "send" && own.sent > 0)
    words.push(
      `${formatNumber(own.sent)} sent`,
      `${formatNumber(own.opened)} opened`,
      `${formatNumber(own.clicked)} clicked`,
    );
  return words.join(" · ");
}
