import { SegmentedControl, Text } from "@mantine/core";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Course } from "#src/features/email/sequences/contract.ts";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import type { MailSender } from "#src/features/email/templates/ui/shared/written-mail.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { STEP_KINDS } from "../editor/step-kinds.ts";
import classes from "../shared/Course.module.css";
import { MailToggle } from "../shared/MailToggle.tsx";
import { describeStep, formatWall } from "../shared/step-sentence.ts";

export type Answers = Record<string, boolean | number>;

interface CourseItemProps {
  item: Course["items"][number];
  step: Step;
  around: { catalog: Catalog; numbers: ReadonlyMap<string, number> };
  sender: MailSender;
  contactId: string | undefined;
  answer: boolean | number | undefined;
  onAnswer: (answer: boolean | number) => void;
}

/** What happens at a step, and when. Where it could go another way, one can look at that. */
export function CourseItem({ item, step, around, sender, contactId, answer, onAnswer }: CourseItemProps) {
  const { Icon } = STEP_KINDS[step.type];
  const isWait = step.type === "wait";
  return (
    <li className={classes.item}>
      <Icon size={20} stroke={1.75} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Text size="xs" c="dimmed">
          {isWait ? `Until ${formatWall(item.wall)}` : formatWall(item.wall)}
        </Text>
        <Text size="sm" fw={500} dir="auto">
          {describeStep(step, around)}
        </Text>
        <Answer step={step} outcome={item.outcome} answer={answer} onAnswer={onAnswer} />
        {step.type === "send" && <MailToggle mail={step.mail} sender={sender} contactId={contactId} />}
      </div>
    </li>
  );
}

type AnswerProps = Pick<CourseItemProps, "step" | "answer" | "onAnswer"> & { outcome: string };

function Answer({ step, outcome, answer, onAnswer }: AnswerProps) {
  const look = { size: "xs", w: "fit-content", mt: 4 } as const;
  if (step.type === "branch")
    return (
      <SegmentedControl
        {...look}
        aria-label="Is it true?"
        data={[
          { value: "yes", label: "Yes" },
          { value: "no", label: "No" },
        ]}
        value={outcome}
        onChange={(value) => onAnswer(value === "yes")}
      />
    );
  if (step.type === "split")
    return (
      <SegmentedControl
        {...look}
        aria-label="Which part?"
        data={step.parts.map((_, at) => ({
          value: String(at + 1),
          label: `Part ${formatNumber(at + 1)}`,
        }))}
        value={outcome}
        onChange={(value) => onAnswer(Number(value) - 1)}
      />
    );
  if (step.type !== "wait" || step.wait.kind !== "condition") return null;
  return (
    <SegmentedControl
      {...look}
      aria-label="Does it happen?"
      data={[
        { value: "yes", label: "It’s true already" },
        { value: "no", label: "It doesn’t happen" },
      ]}
      value={answer === true ? "yes" : "no"}
      onChange={(value) => onAnswer(value === "yes")}
    />
  );
}
