import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowBackUp, IconArrowForwardUp, IconPlayerPlay } from "@tabler/icons-react";
import type { Automation } from "#src/features/email/automations/contract.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { IconButton } from "#src/kit/IconButton.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { Check } from "../shared/automation-queries.ts";
import { ProblemAlerts } from "../shared/ProblemAlerts.tsx";
import classes from "./Rule.module.css";
import { useRuleEditing } from "./rule-context.ts";
import type { RuleEntity } from "./use-rule-form.ts";

const ActivateDialog = lazyDialog(async () => (await import("../ActivateDialog.tsx")).ActivateDialog);
const TrialDialog = lazyDialog(async () => (await import("../trial/TrialDialog.tsx")).TrialDialog);

interface Checking {
  query: { error: unknown; refetch: () => unknown };
  data: Check | undefined;
  /** True if it's about what's saved and shown. */
  isCurrent: boolean;
}

interface EditorFootProps {
  automation: Automation;
  entity: RuleEntity;
  check: Checking;
}

/** What's in the way, undo and redo, a test, and the button. */
export function EditorFoot({ automation, entity, check }: EditorFootProps) {
  const [isShown, show] = useDisclosure(false);
  const [activating, activate] = useDisclosure(false);
  const [trying, tryIt] = useDisclosure(false);
  const { definition, catalog, open } = useRuleEditing();
  const { data, isCurrent } = check;
  const isOn = automation.state === "active";
  const goTo = (where: string) => {
    if (definition.actions.some(({ id }) => id === where)) open(where);
    requestAnimationFrame(() => goToPart(where));
  };
  return (
    <Stack gap="sm">
      <FormFailure message={entity.failure} />
      {isShown && data && (
        <Stack gap="xs" className={classes.unfolded}>
          <ProblemAlerts problems={data.problems} actions={definition.actions} onOpen={goTo} />
        </Stack>
      )}
      <Group justify="space-between" gap="sm">
        <div className={classes.said}>
          {data ? (
            <Verdict automation={automation} check={check} isShown={isShown} onToggle={show.toggle} />
          ) : (
            <QueryState query={check.query} failure="We couldn’t check the rule." height={24} />
          )}
          <Text size="sm" c="dimmed" aria-live="polite">
            {entity.isSaved ? "All changes saved" : "Saving…"}
          </Text>
        </div>
        <Group gap={4} wrap="nowrap">
          <IconButton large data-undo aria-label="Undo" disabled={!entity.undo} onClick={entity.undo}>
            <IconArrowBackUp size={20} />
          </IconButton>
          <IconButton large aria-label="Redo" disabled={!entity.redo} onClick={entity.redo}>
            <IconArrowForwardUp size={20} />
          </IconButton>
        </Group>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={18} />}
          disabled={!entity.isSaved || definition.actions.length === 0 || definition.triggers.length === 0}
          onClick={tryIt.open}
        >
          Try it
        </Button>
        <Button
          disabled={!isCurrent || data?.is_ready !== true || (isOn && !automation.is_changed)}
          onClick={activate.open}
        >
          {isOn ? "Apply changes" : "Turn on"}
        </Button>
      </Group>
      <ActivateDialog
        opened={activating}
        automation={automation}
        catalog={catalog}
        onClose={activate.close}
      />
      <TrialDialog opened={trying} automation={automation} catalog={catalog} onClose={tryIt.close} />
    </Stack>
  );
}

interface VerdictProps {
  automation: Automation;
  check: Checking;
  isShown: boolean;
  onToggle: () => void;
}

/** The first thing that's in the way, and how much else there is. */
function Verdict({ automation, check: { data, isCurrent }, isShown, onToggle }: VerdictProps) {
  const problems = data?.problems ?? [];
  const first = problems.find(({ severity }) => severity === "stop");
  const ready =
    automation.state !== "active"
      ? "Ready to turn on"
      : automation.is_changed
        ? "Changed since it was turned on"
        : "On, as it is here";
  return (
    <Group gap="xs">
      <Text fw={600} size="sm" role="status">
        {first ? first.message : isCurrent ? ready : "Checking…"}
      </Text>
      {problems.length > 0 && (
        <Button variant="subtle" size="compact-sm" aria-expanded={isShown} onClick={onToggle}>
          {isShown ? "Hide check" : plural(problems.length, "finding")}
        </Button>
      )}
    </Group>
  );
}

/** Brings an action or a part of the rule into view, and puts the focus there. */
function goToPart(where: string): void {
  const name = where === "condition" ? "event_tests" : CSS.escape(where);
  const found = document.querySelector<HTMLElement>(`[data-action="${name}"], [data-part="${name}"]`);
  found?.scrollIntoView({ block: "start" });
  found?.querySelector<HTMLElement>("button, input")?.focus({ preventScroll: true });
}
