import { Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ContactPicker } from "#src/features/audience/segments/ui/shared/ContactPicker.tsx";
import type { Automation, Explanation } from "#src/features/email/automations/contract.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { RuleCatalog } from "../action-sentence.ts";
import { skipWords } from "../rule-labels.ts";
import { automationsApi } from "../shared/automation-queries.ts";
import { TestResults } from "../shared/TestResults.tsx";
import { RunItem } from "./RunItem.tsx";

interface ExplainTabProps {
  automation: Automation;
  catalog: RuleCatalog;
}

/** Why the rule did or didn't run for somebody, and whether it would now. */
export function ExplainTab({ automation, catalog }: ExplainTabProps) {
  const [contact, setContact] = useState<string>();
  return (
    <Stack>
      <Paper component="section" withBorder radius="lg" p={{ base: "md", xs: "lg" }} aria-label="Explain">
        <Stack gap="sm">
          <Text size="sm">Did it run for somebody, and would it now? Choose a lead to find out.</Text>
          <ContactPicker onContact={setContact} />
        </Stack>
      </Paper>
      {contact !== undefined && (
        <Explained key={contact} automation={automation} catalog={catalog} contact={contact} />
      )}
    </Stack>
  );
}

function Explained({ automation, catalog, contact }: ExplainTabProps & { contact: string }) {
  const input = { id: automation.id, contact_id: contact };
  const query = useQuery({ ...automationsApi.explain.queryOptions({ input }), staleTime: 0 });
  const data: Explanation | undefined = query.data;
  if (!data) return <QueryState query={query} failure="We couldn’t find out." height={160} />;
  return (
    <div aria-live="polite">
      <Stack>
        <Paper component="section" withBorder radius="lg" p={{ base: "md", xs: "lg" }} aria-label="Now">
          <Stack gap="xs">
            <Text fw={600}>
              {data.would_run
                ? "It would run for them now, if what starts it happened."
                : `It wouldn’t run for them now: ${skipWords(data.skip_reason)}`}
            </Text>
            <TestResults definition={automation.draft} trial={data} catalog={catalog} />
          </Stack>
        </Paper>
        <section aria-label="So far">
          <Text fw={600} mb="xs">
            {data.runs.length === 0
              ? "Nothing has started it for them in the last 30 days."
              : "What started it for them"}
          </Text>
          <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label="Runs">
            {data.runs.map((run) => (
              <RunItem key={run.id} run={run} actions={automation.draft.actions} catalog={catalog} />
            ))}
          </Stack>
        </section>
      </Stack>
    </div>
  );
}
