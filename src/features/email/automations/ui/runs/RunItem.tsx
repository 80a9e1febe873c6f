import { Anchor, Badge, Button, Group, Paper, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import type { Run } from "#src/features/email/automations/contract.ts";
import type { Action } from "#src/features/email/automations/definition-rules.ts";
import { formatDateTime, formatUpcoming } from "#src/kit/format-date.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { RuleCatalog } from "../action-sentence.ts";
import { RUN_LABELS, skipWords, TRIGGER_LABELS } from "../rule-labels.ts";
import { automationsApi, useAutomationsRefresh } from "../shared/automation-queries.ts";
import { RunDetails } from "./RunDetails.tsx";

interface RunItemProps {
  run: Run;
  /** What the rule does now, which names the actions that a run did. */
  actions: readonly Action[];
  catalog: RuleCatalog;
  /** Set where there are runs of several rules. */
  showsRule?: boolean;
}

/** A run: for whom, what started it, and what came of it. */
export function RunItem({ run, actions, catalog, showsRule = false }: RunItemProps) {
  const [isShown, { toggle }] = useDisclosure(false);
  const id = useId();
  const { contact, state, type, event_at, automation_id, automation_name } = run;
  const { color, label } = RUN_LABELS[state];
  const reason = reasonOf(run);
  const facts = [
    formatDateTime(event_at),
    TRIGGER_LABELS[type as keyof typeof TRIGGER_LABELS] ?? type,
    state === "waiting" && run.due_at !== null && `Goes on ${formatUpcoming(run.due_at)}`,
  ];
  return (
    <Paper component="li" withBorder radius="md" px="md" py="xs">
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
          {showsRule && (
            <Anchor
              size="sm"
              fw={600}
              c="inherit"
              dir="auto"
              renderRoot={(props) => (
                <Link {...props} to={PATHS.rule} params={{ id: automation_id }} search={{ tab: "history" }} />
              )}
            >
              {automation_name}
            </Anchor>
          )}
          <Who contact={contact} />
          <Text size="xs" c="dimmed">
            {facts.filter(Boolean).join(" · ")}
          </Text>
          {reason !== "" && (
            <Text size="sm" {...(state === "failed" && { c: "var(--mantine-color-error)" })}>
              {reason}
            </Text>
          )}
          {run.failed_test !== "" && (
            <Text size="sm" component="code" dir="auto">
              {run.failed_test}
            </Text>
          )}
        </div>
        <Badge size="sm" variant="light" color={color} flex="none">
          {label}
        </Badge>
      </Group>
      <Group gap="xs" mt={6}>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={toggle}
        >
          {isShown ? "Hide details" : "Details"}
        </Button>
        {state === "failed" && <Retry run={run} />}
      </Group>
      <div id={id} hidden={!isShown}>
        {isShown && <RunDetails run={run} actions={actions} catalog={catalog} />}
      </div>
    </Paper>
  );
}

function Who({ contact }: Pick<Run, "contact">) {
  if (contact === null)
    return (
      <Text size="sm" fw={500}>
        Nobody in particular
      </Text>
    );
  return (
    <div>
      <Anchor
        size="sm"
        fw={500}
        c="inherit"
        renderRoot={(props) => <Link {...props} to={PATHS.leads} search={{ all: "yes", lead: contact.id }} />}
      >
        {[contact.name, contact.email].filter(Boolean).join(" · ") || "Deleted"}
      </Anchor>
    </div>
  );
}

/** Why it didn't run, or what failed. Empty if nothing's wrong. */
function reasonOf({ state, skip_reason, results }: Run): string {
  if (state === "failed") return results.findLast(({ outcome }) => outcome === "failed")?.reason ?? "";
  if (state !== "skipped") return "";
  return skipWords(skip_reason);
}

/** Goes on from the action that failed. */
function Retry({ run: { id, automation_id } }: { run: Run }) {
  const refresh = useAutomationsRefresh();
  const retry = useMutation({
    mutationFn: () => automationsApi.retry.call({ id: automation_id, run_id: id }),
    onSuccess: () => toastSuccess({ message: "It goes on from the action that failed" }),
    onError: (error) => toastError(error, "It couldn’t be tried again."),
    onSettled: refresh,
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconRefresh size={16} />}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      Try again
    </Button>
  );
}
