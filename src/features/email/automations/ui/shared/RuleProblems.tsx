import type { Action } from "#src/features/email/automations/definition-rules.ts";
import type { Problem } from "#src/features/email/sequences/definition-contract.ts";
import { ProblemAlerts } from "#src/features/email/sequences/ui/shared/ProblemAlerts.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { ACTION_KINDS } from "../rule-labels.ts";

interface RuleProblemsProps {
  problems: readonly Problem[];
  actions: readonly Action[];
  onOpen?: (where: string) => void;
}

const PART_LABELS: Readonly<Record<string, string>> = {
  triggers: "When",
  event_tests: "If",
  condition: "If",
  actions: "Then",
  sender: "Its e-mail is from",
  budget: "Name and limits",
};

/** All findings about a rule. */
export function RuleProblems({ problems, actions, onOpen }: RuleProblemsProps) {
  const wordsFor = (where: string) => {
    const at = actions.findIndex(({ id }) => id === where);
    const action = actions[at];
    return action ? actionPlace(at + 1, ACTION_KINDS[action.type].label) : (PART_LABELS[where] ?? "");
  };
  return (
    <ProblemAlerts
      problems={problems}
      stopped="Before you can turn it on"
      wordsFor={wordsFor}
      onOpen={onOpen}
    />
  );
}

const actionPlace = (number: number, kind: string) => `Action ${formatNumber(number)}: ${kind}`;
