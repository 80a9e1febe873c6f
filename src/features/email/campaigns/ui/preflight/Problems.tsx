import { Alert, Anchor, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import type { Problem } from "#src/features/email/campaigns/preflight/check-contract.ts";
import { PATHS } from "#src/lib/paths.ts";
import { aboutWords, type ProblemTarget, problemTargetOf } from "./problem-targets.ts";

interface ProblemsProps {
  campaign: Campaign;
  problems: readonly Problem[];
  /** Opens a step of the campaign. */
  onFix: (step: "audience" | "content") => void;
}

/** A check's findings, grouped by where they're fixed, each with a link. */
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
        <Stack gap="md">
          {PLACES.map((place) => {
            const here = found.filter((problem) => problemTargetOf(problem, campaign) === place);
            if (here.length === 0) return null;
            return (
              <section key={place ?? ""} style={{ overflowWrap: "anywhere" }}>
                {place && (
                  <Text component="h2" size="sm" fw={600} m={0} mb={4}>
                    {TITLES[place]}
                  </Text>
                )}
                <List size="sm" spacing={4} withPadding={false}>
                  {here.map(({ where, message, about }) => (
                    <List.Item key={[where, about, message].join(" ")}>
                      {about && <b>{aboutWords(about)} </b>}
                      {message}
                    </List.Item>
                  ))}
                </List>
                <Way to={place} campaign={campaign} onFix={onFix} />
              </section>
            );
          })}
        </Stack>
      </Alert>
    );
  });
}

/** In the order of the steps. The last ones can't be fixed anywhere. */
const PLACES: readonly (ProblemTarget | undefined)[] = [
  "audience",
  "mailbox",
  "content",
  "template",
  undefined,
];
const TITLES: Record<ProblemTarget, string> = {
  audience: "Audience",
  mailbox: "Sending account",
  content: "E-mail",
  template: "Template",
};
const STEPS = { audience: "Change audience", content: "Change e-mail" };
const LOOK = { size: "sm", c: "inherit", underline: "always", mt: 6, display: "inline-block" } as const;

type WayProps = Pick<ProblemsProps, "campaign" | "onFix"> & { to: ProblemTarget | undefined };

function Way({ to, campaign: { template_id }, onFix }: WayProps) {
  if (to === undefined) return null;
  if (to === "audience" || to === "content")
    return (
      <Anchor component="button" type="button" {...LOOK} onClick={() => onFix(to)}>
        {STEPS[to]}
      </Anchor>
    );
  return (
    <Anchor
      {...LOOK}
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
