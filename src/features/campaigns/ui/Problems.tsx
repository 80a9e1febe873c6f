import { Alert, Anchor, List } from "@mantine/core";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Problem } from "#src/features/campaigns/check-contract.ts";
import type { Campaign } from "#src/features/campaigns/contract.ts";
import { PATHS } from "#src/lib/paths.ts";
import { type Place, placeOf } from "./problem-places.ts";

interface ProblemsProps {
  campaign: Campaign;
  problems: readonly Problem[];
  /** Leads to a step of the campaign. */
  onFix: (step: "audience" | "content") => void;
}

/** What a check has found, each with the way to where it's fixed. */
export function Problems({ campaign, problems, onFix }: ProblemsProps) {
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
        title={isStop ? "Before it can go out" : "Worth a look"}
      >
        <List size="sm" style={{ overflowWrap: "anywhere" }}>
          {found.map((problem) => (
            <List.Item key={problem.where + problem.message}>
              {problem.message} <Way to={placeOf(problem, campaign)} campaign={campaign} onFix={onFix} />
            </List.Item>
          ))}
        </List>
      </Alert>
    );
  });
}

const STEPS = { audience: "Change audience", content: "Change e-mail" };

type WayProps = Pick<ProblemsProps, "campaign" | "onFix"> & { to: Place | undefined };

function Way({ to, campaign: { template_id }, onFix }: WayProps) {
  if (to === undefined) return null;
  if (to === "audience" || to === "content")
    return (
      <Anchor
        component="button"
        type="button"
        inherit
        c="inherit"
        underline="always"
        onClick={() => onFix(to)}
      >
        {STEPS[to]}
      </Anchor>
    );
  return (
    <Anchor
      inherit
      c="inherit"
      underline="always"
      renderRoot={(props) =>
        to === "template" ? (
          <Link {...props} to={PATHS.template} params={{ id: template_id ?? "" }} />
        ) : (
          <Link {...props} to={PATHS.mailboxes} />
        )
      }
    >
      {to === "template" ? "Open template" : "Open sending accounts"}
    </Anchor>
  );
}
