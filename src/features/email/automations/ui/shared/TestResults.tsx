import { Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { pathsIn } from "#src/features/audience/segments/conditions/check-rules.ts";
import { testClause } from "#src/features/audience/segments/ui/shared/sentence.ts";
import type { Trial } from "#src/features/email/automations/contract.ts";
import type { Definition } from "#src/features/email/automations/definition-rules.ts";
import type { RuleCatalog } from "../action-sentence.ts";
import { eventTestLine } from "../rule-sentence.ts";

interface TestResultsProps {
  definition: Pick<Definition, "condition" | "event_tests">;
  trial: Pick<Trial, "tests" | "event_tests">;
  catalog: RuleCatalog;
}

/** Each test of a rule's conditions, and whether it's true. */
export function TestResults({ definition, trial, catalog }: TestResultsProps) {
  const { condition, event_tests } = definition;
  const paths = condition === null ? [] : pathsIn(condition);
  const items = [
    ...event_tests.flatMap((test, at) => {
      const isTrue = trial.event_tests[at];
      return isTrue === undefined ? [] : [{ words: eventTestLine(test, catalog), isTrue }];
    }),
    ...trial.tests.flatMap(({ path, is_true }) => {
      const found = paths.find((one) => one.path.join() === path.join());
      return found ? [{ words: testClause(found.test, catalog, false), isTrue: is_true }] : [];
    }),
  ];
  if (items.length === 0) return null;
  return (
    <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label="Conditions">
      {items.map(({ words, isTrue }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tests are told apart by their place alone
        <Group key={at} component="li" gap="xs" wrap="nowrap" align="start">
          {isTrue ? (
            <IconCheck
              size={18}
              aria-label="True"
              color="var(--mantine-color-green-text)"
              style={{ flex: "none" }}
            />
          ) : (
            <IconX
              size={18}
              aria-label="Not true"
              color="var(--mantine-color-error)"
              style={{ flex: "none" }}
            />
          )}
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {words}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
