import { Paper, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { contactName } from "#src/features/audience/contacts/ui/shared/contact-labels.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { pathsIn } from "#src/features/audience/segments/conditions/check-rules.ts";
import { type Condition, EVERYONE } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import classes from "./Segments.module.css";
import { previewQuery, segmentsApi } from "./shared/segment-queries.ts";
import { testClause } from "./shared/sentence.ts";

interface MatchPreviewProps {
  /** Undefined while it isn't complete. */
  condition: Condition | undefined;
  catalog: Catalog;
}

/** How many match a condition, and the newest of them with the reasons. */
export function MatchPreview({ condition, catalog }: MatchPreviewProps) {
  const input = { condition: condition ?? EVERYONE };
  const enabled = condition !== undefined;
  const count = useQuery({
    ...segmentsApi.count.queryOptions({ input, enabled }),
    placeholderData: keepPreviousData,
  });
  const preview = useQuery({
    ...previewQuery(input.condition, enabled),
    placeholderData: keepPreviousData,
  });
  const isBusy = count.isPlaceholderData || preview.isPlaceholderData;
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: "md", xs: "lg" }} aria-busy={isBusy}>
      <Title order={2} size="h5" aria-live="polite">
        {!enabled
          ? "Finish the condition first"
          : count.data
            ? plural(count.data.count, "lead")
            : "Counting…"}
      </Title>
      {!enabled && <Text size="sm">Then you see here who matches.</Text>}
      {enabled && count.error && <QueryState query={count} failure="We couldn’t count who matches." />}
      {enabled && !preview.data && (
        <QueryState query={preview} failure="We couldn’t load who matches." height={120} />
      )}
      {enabled && preview.data && (
        <Stack gap="xs" mt="sm">
          {preview.data.items.length === 0 && <Text size="sm">Nobody matches right now.</Text>}
          <ul className={classes.people}>
            {preview.data.items.map(({ contact, reasons }) => (
              <li key={contact.id}>
                <Text size="sm" fw={500} w="fit-content" dir="auto" style={{ overflowWrap: "anywhere" }}>
                  {contactName(contact)}
                </Text>
                <Reasons condition={preview.data.condition} paths={reasons} catalog={catalog} />
              </li>
            ))}
          </ul>
          {(count.data?.count ?? 0) > preview.data.items.length && (
            <Text size="sm" c="dimmed">
              These are the newest.
            </Text>
          )}
        </Stack>
      )}
    </Paper>
  );
}

interface ReasonsProps {
  condition: Condition;
  paths: readonly (readonly number[])[];
  catalog: Catalog;
}

/** The tests that are true for somebody. */
function Reasons({ condition, paths, catalog }: ReasonsProps) {
  const tests = pathsIn(condition);
  const found = paths.flatMap((path) => tests.find((one) => one.path.join() === path.join()) ?? []);
  if (found.length === 0) return null;
  return (
    <ul className={classes.reasons}>
      {found.map(({ path, test }) => (
        <li key={path.join()}>{testClause(test, catalog, false)}</li>
      ))}
    </ul>
  );
}
