import { Group, Select, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ContactPicker } from "#src/features/audience/segments/ui/shared/ContactPicker.tsx";
import type { Automation, Run } from "#src/features/email/automations/contract.ts";
import { RUN_DAYS_KEPT, RUN_STATES, type RunState } from "#src/features/email/automations/rules.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import type { RuleCatalog } from "../action-sentence.ts";
import { RUN_LABELS } from "../rule-labels.ts";
import { automationsApi } from "../shared/automation-queries.ts";
import { RunItem } from "./RunItem.tsx";

const LOOK_MS = 5_000;

interface HistoryTabProps {
  automation: Automation;
  catalog: RuleCatalog;
}

/** A rule's runs, newest first: why each ran or didn't, and what came of it. */
export function HistoryTab({ automation, catalog }: HistoryTabProps) {
  const { id, state } = automation;
  const [shown, setShown] = useState<RunState>();
  const [contact, setContact] = useState<string>();
  const list = useInfiniteQuery({
    ...automationsApi.runs.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id,
        ...(cursor !== undefined && { cursor }),
        ...(shown !== undefined && { state: shown }),
        ...(contact !== undefined && { contact_id: contact }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next,
    }),
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
  });
  const items: Run[] | undefined = list.data?.pages.flatMap((page) => page.items);
  const isFiltered = shown !== undefined || contact !== undefined;
  return (
    <Stack>
      {(isFiltered || (items && items.length > 0)) && (
        <Group gap="sm" align="end">
          <Select
            label="What came of it"
            placeholder="Everything"
            flex="1 1 12rem"
            maw={260}
            clearable
            clearButtonProps={{ "aria-label": "Everything" }}
            data={RUN_STATES.map((value) => ({ value, label: RUN_LABELS[value].label }))}
            value={shown ?? null}
            onChange={(value) => setShown((value as RunState | null) ?? undefined)}
          />
          <div style={{ flex: "1 1 14rem", maxWidth: 360 }}>
            <ContactPicker onContact={setContact} />
          </div>
        </Group>
      )}
      {!items && <QueryState query={list} failure="We couldn’t load the runs." height={160} />}
      {items?.length === 0 && isFiltered && <Text size="sm">No runs like that.</Text>}
      {items?.length === 0 && !isFiltered && (
        <EmptyPanel
          icon={<IconHistory />}
          title="No runs yet"
          description={
            state === "active"
              ? `Whenever something starts the rule, it shows up here within seconds. We keep runs for ${plural(RUN_DAYS_KEPT, "day")}.`
              : "Once the rule is on, whatever starts it shows up here."
          }
        />
      )}
      {items && items.length > 0 && (
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label="Runs">
          {items.map((run) => (
            <RunItem key={run.id} run={run} actions={automation.draft.actions} catalog={catalog} />
          ))}
        </Stack>
      )}
      <ShowMoreButton list={list} />
    </Stack>
  );
}
