import { Alert, Anchor, List } from "@mantine/core";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import type { Problem } from "#src/features/email/sequences/definition-contract.ts";

interface ProblemAlertsProps {
  problems: readonly Problem[];
  /** What's said above those that stop it. */
  stopped: string;
  /** A place in words. Empty if there's nowhere to go. */
  wordsFor: (where: string) => string;
  /** Goes to where a problem is. Without it, there's only its place in words. */
  onOpen?: ((where: string) => void) | undefined;
}

/** All findings, each with the way to where it's fixed. */
export function ProblemAlerts({ problems, stopped, wordsFor, onOpen }: ProblemAlertsProps) {
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
        title={isStop ? stopped : "Worth a look"}
      >
        <List size="sm" spacing={4}>
          {found.map(({ where, message }) => {
            const place = wordsFor(where);
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
