import { Alert, Anchor, Button, Group, List, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircleX,
  IconPlayerPlay,
} from "@tabler/icons-react";
import type { Sequence, SequenceProblem } from "#src/features/email/sequences/contract.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { IconButton } from "#src/kit/IconButton.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import classes from "./Editor.module.css";
import { useEditing } from "./editor-context.ts";
import { STEP_KINDS } from "./step-kinds.ts";
import type { SequenceChecking } from "./use-sequence-check.ts";
import type { useSequenceForm } from "./use-sequence-form.ts";

const PublishDialog = lazyDialog(async () => (await import("../PublishDialog.tsx")).PublishDialog);
const CourseDialog = lazyDialog(async () => (await import("../course/CourseDialog.tsx")).CourseDialog);

interface EditorFootProps {
  sequence: Sequence;
  entity: ReturnType<typeof useSequenceForm>;
  check: SequenceChecking;
}

/** What's in the way, undo and redo, a dry run, and the button. */
export function EditorFoot({ sequence, entity, check }: EditorFootProps) {
  const [isShown, show] = useDisclosure(false);
  const [publishing, publish] = useDisclosure(false);
  const [trying, tryIt] = useDisclosure(false);
  const { definition, catalog } = useEditing();
  const { data, isCurrent } = check;
  const isFirst = sequence.version === null;
  return (
    <Stack gap="sm">
      <FormFailure message={entity.failure} />
      {isShown && data && <Problems problems={data.problems} />}
      <Group justify="space-between" gap="sm">
        <div className={classes.said}>
          {data ? (
            <Verdict sequence={sequence} check={check} isShown={isShown} onToggle={show.toggle} />
          ) : (
            <QueryState query={check.query} failure="We couldn’t check the sequence." height={24} />
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
          disabled={!entity.isSaved || definition.steps.length === 0}
          onClick={tryIt.open}
        >
          Try it
        </Button>
        <Button
          disabled={!isCurrent || data?.is_ready !== true || (!isFirst && !sequence.is_changed)}
          onClick={publish.open}
        >
          {isFirst ? "Publish" : "Publish changes"}
        </Button>
      </Group>
      <PublishDialog
        opened={publishing}
        sequence={sequence}
        inside={data?.inside ?? []}
        catalog={catalog}
        onClose={publish.close}
      />
      <CourseDialog opened={trying} sequence={sequence} catalog={catalog} onClose={tryIt.close} />
    </Stack>
  );
}

interface VerdictProps {
  sequence: Sequence;
  check: SequenceChecking;
  isShown: boolean;
  onToggle: () => void;
}

/** The first thing that's in the way, and how much else there is. */
function Verdict({ sequence, check: { data, isCurrent }, isShown, onToggle }: VerdictProps) {
  const problems = data?.problems ?? [];
  const first = problems.find(({ severity }) => severity === "stop");
  const ready =
    sequence.version === null
      ? "Ready to publish"
      : sequence.is_changed
        ? "Changed since it was published"
        : "Published as it is here";
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

/** All findings, each with the way to where it's fixed. */
function Problems({ problems }: { problems: readonly SequenceProblem[] }) {
  const { all, numbers, open } = useEditing();
  const goTo = (id: string) => {
    open(id);
    requestAnimationFrame(() => {
      const card = document.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`);
      card?.scrollIntoView({ block: "start" });
      card?.querySelector("button")?.focus({ preventScroll: true });
    });
  };
  return (
    <Stack gap="xs" className={classes.unfolded}>
      {(["stop", "warning"] as const).map((severity) => {
        const found = problems.filter((problem) => problem.severity === severity);
        if (found.length === 0) return null;
        const isStop = severity === "stop";
        return (
          <Alert
            key={severity}
            color={isStop ? "red" : "brass"}
            variant="light"
            icon={isStop ? <IconCircleX size={20} /> : <IconAlertTriangle size={20} />}
            title={isStop ? "Before you can publish it" : "Worth a look"}
          >
            <List size="sm" spacing={4}>
              {found.map(({ where, message }) => {
                const step = all.find(({ id }) => id === where);
                return (
                  <List.Item key={`${where} ${message}`}>
                    {message}{" "}
                    {step && (
                      <Anchor
                        component="button"
                        type="button"
                        size="sm"
                        c="inherit"
                        underline="always"
                        onClick={() => goTo(where)}
                      >
                        {stepWords(numbers.get(where) ?? 0, STEP_KINDS[step.type].label)}
                      </Anchor>
                    )}
                  </List.Item>
                );
              })}
            </List>
          </Alert>
        );
      })}
    </Stack>
  );
}

const stepWords = (number: number, kind: string) => `Step ${formatNumber(number)}: ${kind}`;
