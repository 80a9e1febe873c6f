import { Alert, Anchor, List } from "@mantine/core";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import type { AutomationProblem } from "#src/features/email/automations/contract.ts";
import type { Action } from "#src/features/email/automations/definition-rules.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { ACTION_KINDS } from "../rule-labels.ts";

interface ProblemAlertsProps {
  problems: readonly AutomationProblem[];
  actions: readonly Action[];
  /** Goes to where a problem is. Without it, there's only its place in words. */
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

/** All findings, each with the way to where it's fixed. */
export function ProblemAlerts({ problems, actions, onOpen }: ProblemAlertsProps) {
  return (["stop", "warning"] as const).map((severity) => {
    const found = problems.filter((problem) => problem.severity === severity);
    if (found.length === 0) return null;
    const isStop = severity === "stop";
    return (
      <Alert
        key={severity}
        color={isStop ? "red" : "brass"}
        variant="light"
        icon={isStop ? <IconCircleX size={20} /> : <IconAlertTriangle size={20} />}
        title={isStop ? "Before you can turn it on" : "Worth a look"}
      >
        <List size="sm" spacing={4}>
          {found.map(({ where, message }) => {
            const at = actions.findIndex(({ id }) => id === where);
            const action = actions[at];
            const place = action
              ? actionPlace(at + 1, ACTION_KINDS[action.type].label)
              : (PART_LABELS[where] ?? "");
            return (
              <List.Item key={`${where} ${message}`}>
                {message}{" "}
                {onOpen && place !== "" ? (
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    c="inherit"
                    underline="always"
                    onClick={() => onOpen(where)}
                  >
                    {place}
                  </Anchor>
                ) : (
                  place !== "" && `(${place})`
                )}
              </List.Item>
            );
          })}
        </List>
      </Alert>
    );
  });
}

const actionPlace = (number: number, kind: string) => `Action ${formatNumber(number)}: ${kind}`;
