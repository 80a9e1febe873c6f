import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowBackUp, IconArrowForwardUp, IconPlayerPlay } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Problem } from "#src/features/email/sequences/definition-contract.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { IconButton } from "#src/kit/IconButton.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import classes from "./EditorFoot.module.css";

interface Checking {
  query: { error: unknown; refetch: () => unknown };
  data: { problems: readonly Problem[]; is_ready: boolean } | undefined;
  /** True if it's about what's saved and shown. */
  isCurrent: boolean;
}

interface EditorFootProps {
  entity: {
    failure: string | undefined;
    isSaved: boolean;
    undo: (() => void) | undefined;
    redo: (() => void) | undefined;
  };
  check: Checking;
  /** What's said if it can't be checked, and if nothing is in the way. */
  words: { failure: string; ready: string };
  /** Tries it. Undefined if there's nothing to try yet. */
  onTry: (() => void) | undefined;
  /** All findings, for those who want to see them. */
  findings: (problems: readonly Problem[]) => ReactNode;
  /** The button that it all leads to. It's of no use if what's here runs already. */
  last: { label: string; isDone: boolean; onClick: () => void };
}

/** What's in the way, undo and redo, a test, and the button. */
export function EditorFoot({ entity, check, words, onTry, findings, last }: EditorFootProps) {
  const [isShown, show] = useDisclosure(false);
  const { data, isCurrent } = check;
  return (
    <Paper withBorder radius="lg" p="md" className={classes.foot}>
      <Stack gap="sm">
        <FormFailure message={entity.failure} />
        {isShown && data && (
          <Stack gap="xs" className={classes.unfolded}>
            {findings(data.problems)}
          </Stack>
        )}
        <Group justify="space-between" gap="sm">
          <div className={classes.said}>
            {data ? (
              <Verdict
                problems={data.problems}
                ready={isCurrent ? words.ready : "Checking…"}
                isShown={isShown}
                onToggle={show.toggle}
              />
            ) : (
              <QueryState query={check.query} failure={words.failure} height={24} />
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
            disabled={!entity.isSaved || !onTry}
            onClick={onTry}
          >
            Try it
          </Button>
          <Button disabled={!isCurrent || data?.is_ready !== true || last.isDone} onClick={last.onClick}>
            {last.label}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

interface VerdictProps {
  problems: readonly Problem[];
  ready: string;
  isShown: boolean;
  onToggle: () => void;
}

/** The first thing that's in the way, and how much else there is. */
function Verdict({ problems, ready, isShown, onToggle }: VerdictProps) {
  const first = problems.find(({ severity }) => severity === "stop");
  return (
    <Group gap="xs">
      <Text fw={600} size="sm" role="status">
        {first ? first.message : ready}
      </Text>
      {problems.length > 0 && (
        <Button variant="subtle" size="compact-sm" ms={-8} aria-expanded={isShown} onClick={onToggle}>
          {isShown ? "Hide check" : plural(problems.length, "finding")}
        </Button>
      )}
    </Group>
  );
}
