import { Anchor, Badge, Group, Stack, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import type { Run } from "#src/features/email/automations/contract.ts";
import type { Action } from "#src/features/email/automations/definition-rules.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PATHS } from "#src/lib/paths.ts";
import { describeAction, type RuleCatalog } from "../action-sentence.ts";
import { ACTION_KINDS, OUTCOME_LABELS } from "../rule-labels.ts";
import { factsWords } from "../shared/fact-words.ts";
import { secondsWords } from "../shared/latency-words.ts";

interface RunDetailsProps {
  run: Run;
  actions: readonly Action[];
  catalog: RuleCatalog;
}

/** What's known about what happened, the rules that led to it, and each action's outcome. */
export function RunDetails({ run, actions, catalog }: RunDetailsProps) {
  const { facts, results, chain, event_at, acted_at, ended_at } = run;
  const known = factsWords(facts, catalog);
  const latency = acted_at === null ? undefined : Date.parse(acted_at) - Date.parse(event_at);
  return (
    <Stack gap="xs" pt="xs" style={{ overflowWrap: "anywhere" }}>
      {known !== "" && <Text size="sm">{known}</Text>}
      {chain.length > 0 && <Chain run={run} />}
      {results.length > 0 && (
        <Stack component="ol" gap={6} p={0} m={0} style={{ listStyle: "none" }} aria-label="Actions">
          {results.map((result) => (
            <li key={`${result.action_id} ${result.at}`}>
              <Group gap="xs" wrap="nowrap" align="start" justify="space-between">
                <div style={{ minWidth: 0 }}>
                  <Text size="sm" fw={500} dir="auto">
                    {actionWords(result, actions, catalog)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {[formatDateTime(result.at), result.reason].filter(Boolean).join(" · ")}
                  </Text>
                </div>
                <Badge
                  size="sm"
                  variant="light"
                  flex="none"
                  color={result.outcome === "failed" ? "red" : result.outcome === "queued" ? "blue" : "teal"}
                >
                  {OUTCOME_LABELS[result.outcome]}
                </Badge>
              </Group>
            </li>
          ))}
        </Stack>
      )}
      <Text size="xs" c="dimmed">
        {[
          latency !== undefined && `First action after ${secondsWords(latency)}`,
          ended_at !== null && `Ended ${formatDateTime(ended_at)}`,
          `Version ${run.version}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </Text>
    </Stack>
  );
}

function actionWords(
  { action_id, action }: Run["results"][number],
  actions: readonly Action[],
  catalog: RuleCatalog,
): string {
  const known = actions.find(({ id, type }) => id === action_id && type === action);
  if (known) return describeAction(known, catalog);
  return ACTION_KINDS[action as keyof typeof ACTION_KINDS]?.label ?? action;
}

/** The rules that triggered each other before it, and the rule itself. */
function Chain({ run: { chain, automation_name } }: { run: Run }) {
  const id = useId();
  return (
    <div>
      <Text size="sm" fw={500} id={id}>
        Rules that triggered each other
      </Text>
      <Group component="ol" gap="4px 6px" p={0} m={0} style={{ listStyle: "none" }} aria-labelledby={id}>
        {chain.map(({ automation_id, name }, at) => (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule may come more than once
            key={at}
            component="li"
            gap={6}
            wrap="nowrap"
            miw={0}
          >
            <Anchor
              size="sm"
              lh="1.5rem"
              miw={0}
              c="inherit"
              underline="always"
              dir="auto"
              renderRoot={(props) => <Link {...props} to={PATHS.rule} params={{ id: automation_id }} />}
            >
              {name}
            </Anchor>
            <IconArrowRight size={16} style={{ flex: "none" }} aria-hidden />
          </Group>
        ))}
        <li>
          <Text size="sm" fw={600} dir="auto">
            {automation_name}
          </Text>
        </li>
      </Group>
    </div>
  );
}
