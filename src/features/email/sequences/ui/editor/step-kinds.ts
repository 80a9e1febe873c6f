import {
  IconArrowBackUp,
  IconArrowsSplit,
  IconBell,
  IconCalendarTime,
  IconChecklist,
  IconFlag,
  IconForms,
  IconGitBranch,
  IconLayoutKanban,
  IconMail,
  IconNews,
  IconTag,
  IconWebhook,
} from "@tabler/icons-react";
import {
  EMPTY_MAIL,
  type Step,
  type StepMail,
  type StepType,
} from "#src/features/email/sequences/definition-rules.ts";
import { newId } from "#src/kit/new-id.ts";

/** The kinds of steps, in the order of the menu. */
export const STEP_KINDS = {
  send: { label: "E-mail", Icon: IconMail },
  wait: { label: "Wait", Icon: IconCalendarTime },
  branch: { label: "Yes or no", Icon: IconGitBranch },
  split: { label: "Random split", Icon: IconArrowsSplit },
  tag: { label: "Tag", Icon: IconTag },
  field: { label: "Field", Icon: IconForms },
  stage: { label: "Stage", Icon: IconLayoutKanban },
  topic: { label: "Topic", Icon: IconNews },
  task: { label: "Task", Icon: IconChecklist },
  notify: { label: "Tell your team", Icon: IconBell },
  webhook: { label: "Webhook", Icon: IconWebhook },
  goto: { label: "Go to a step", Icon: IconArrowBackUp },
  end: { label: "End", Icon: IconFlag },
} as const satisfies Record<StepType, { label: string; Icon: typeof IconMail }>;

export const STEP_TYPES = Object.keys(STEP_KINDS) as StepType[];

/** A new step, with what most people want. */
export function newStep(type: StepType, start: Pick<StepMail, "blocks" | "theme">): Step {
  const id = newId();
  switch (type) {
    case "send":
      return { id, type, mail: { ...EMPTY_MAIL, ...start } };
    case "wait":
      return { id, type, wait: { kind: "for", amount: 1, unit: "days", time: null } };
    case "branch":
      return { id, type, condition: null, yes: [], no: [] };
    case "split":
      return {
        id,
        type,
        parts: [
          { share: 50, steps: [] },
          { share: 50, steps: [] },
        ],
      };
    case "tag":
      return { id, type, action: "add", tag: "" };
    case "field":
      return { id, type, key: "", value: null };
    case "stage":
      return { id, type, stage_id: null };
    case "topic":
      return { id, type, action: "unsubscribe", topic: "" };
    case "task":
      return { id, type, title: "", days: 0, assignee_id: null };
    case "notify":
      return { id, type, text: "" };
    case "goto":
      return { id, type, step_id: null };
    default:
      return { id, type };
  }
}
