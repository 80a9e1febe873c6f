import { Alert, Anchor, Button, Group, Modal, Skeleton, Stack, Switch, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Automation, AutomationSummary, Replay } from "#src/features/email/automations/contract.ts";
import { RUN_DAYS_KEPT } from "#src/features/email/automations/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { RuleCatalog } from "./action-sentence.ts";
import { TRIGGER_LABELS } from "./rule-labels.ts";
import { automationsApi, checkQuery, useAutomationsRefresh } from "./shared/automation-queries.ts";
import { factsWords } from "./shared/fact-words.ts";
import { RuleProblems } from "./shared/RuleProblems.tsx";

interface ActivateDialogProps {
  opened: boolean;
  automation: Automation | AutomationSummary;
  catalog: RuleCatalog;
  onClose: () => void;
}

/** What it would have done so far, and then it's on. */
export function ActivateDialog(props: ActivateDialogProps) {
  const { opened, automation, onClose } = props;
  const title =
    automation.state === "active"
      ? `Apply changes to “${automation.name}”?`
      : `Turn on “${automation.name}”?`;
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="lg">
      <Content {...props} />
    </Modal>
  );
}

function Content({ automation, catalog, onClose }: ActivateDialogProps) {
  const check = useQuery(checkQuery(automation));
  const [retry, setRetry] = useState(true);
  const refresh = useAutomationsRefresh();
  const queries = useQueryClient();
  const { id, state, state_reason } = automation;
  const wasStopped = state === "paused" && state_reason !== "";
  const activate = useMutation({
    mutationFn: () => automationsApi.activate.call({ id, retry: wasStopped && retry }),
    onSuccess: (row) => {
      queries.setQueryData(automationsApi.get.queryKey({ input: { id } }), row);
      onClose();
      toastSuccess({ message: "It’s on" });
    },
    onSettled: refresh,
  });
  const actions = "draft" in automation ? automation.draft.actions : automation.outline.actions;
  const { data } = check;
  const button = useRef<HTMLButtonElement>(null);
  const isThere = data !== undefined;
  // The dialog looks for its focus as it opens, when the check isn’t there yet.
  useEffect(() => {
    if (isThere) button.current?.focus();
  }, [isThere]);
  if (!data) return <QueryState query={check} failure="We couldn’t check the rule." height={160} />;
  return (
    <Stack>
      <RuleProblems problems={data.problems} actions={actions} />
      {data.is_ready && <Past automation={automation} catalog={catalog} />}
      {data.is_ready && wasStopped && (
        <Switch
          label="Try again what had failed"
          description="Only the actions that hadn’t been done."
          checked={retry}
          onChange={({ currentTarget }) => setRetry(currentTarget.checked)}
        />
      )}
      <FormFailure
        message={
          activate.error ? errorMessage(activate.error, "It couldn’t be turned on. Try again.") : undefined
        }
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {data.is_ready ? (
          <Button ref={button} data-autofocus loading={activate.isPending} onClick={() => activate.mutate()}>
            {state === "active" ? "Apply changes" : "Turn on"}
          </Button>
        ) : (
          !("draft" in automation) && (
            <Button renderRoot={(props) => <Link {...props} to={PATHS.rule} params={{ id }} />}>
              Open rule
            </Button>
          )
        )}
      </Group>
    </Stack>
  );
}

/** How often it would have run in the last days, and for whom. */
function Past({ automation, catalog }: Pick<ActivateDialogProps, "automation" | "catalog">) {
  const { id, updated_at } = automation;
  const query = useQuery({
    ...automationsApi.replay.queryOptions({ input: { id } }),
    queryKey: [...automationsApi.replay.key({ input: { id } }), updated_at],
  });
  const data: Replay | undefined = query.data;
  if (!data)
    return (
      <QueryState
        query={query}
        failure="We couldn’t look at the past."
        waiting={
          <Stack gap="xs" aria-busy>
            <Text size="sm">{`Looking at the last ${plural(RUN_DAYS_KEPT, "day")}…`}</Text>
            <Skeleton h={72} radius="md" />
          </Stack>
        }
      />
    );
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {replayWords(data)}
      </Text>
      <Text size="sm" c="dimmed">
        {`What starts it happened ${plural(data.happened, "time")}. Fans are judged as they are now.`}
      </Text>
      {data.items.length > 0 && (
        <Stack
          component="ul"
          gap={6}
          p={0}
          m={0}
          mah={280}
          style={{ listStyle: "none", overflowY: "auto" }}
          tabIndex={0}
          aria-label="The newest of them"
        >
          {data.items.map(({ contact, type, facts, at }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what happened has no other name
            <li key={index} style={{ overflowWrap: "anywhere" }}>
              <Text size="sm">
                {contact === null ? (
                  "Nobody in particular"
                ) : (
                  <Anchor
                    inherit
                    c="inherit"
                    renderRoot={(props) => (
                      <Link {...props} to={PATHS.leads} search={{ all: "yes", lead: contact.id }} />
                    )}
                  >
                    {contact.name === "" ? contact.email : `${contact.name} · ${contact.email}`}
                  </Anchor>
                )}
              </Text>
              <Text size="xs" c="dimmed">
                {[
                  formatDateTime(at),
                  TRIGGER_LABELS[type as keyof typeof TRIGGER_LABELS] ?? type,
                  factsWords(facts, catalog),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {data.is_cut && (
        <Alert variant="light">
          More happened than we look at, so it would have run more often than this.
        </Alert>
      )}
    </Stack>
  );
}

function replayWords({ count, is_cut }: Replay): string {
  if (count === 0) return `It wouldn’t have run in the last ${plural(RUN_DAYS_KEPT, "day")}.`;
  const times = plural(count, "time");
  const days = plural(RUN_DAYS_KEPT, "day");
  return is_cut
    ? `It would have run at least ${times} in the last ${days}.`
    : `It would have run ${times} in the last ${days}.`;
}
