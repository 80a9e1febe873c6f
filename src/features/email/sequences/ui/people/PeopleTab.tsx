import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Enrollment, Sequence } from "#src/features/email/sequences/contract.ts";
import { type Step, stepsOf } from "#src/features/email/sequences/definition-rules.ts";
import { ENROLLMENT_STATES } from "#src/features/email/sequences/rules.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { stepOption } from "../fields/GotoFields.tsx";
import { ENROLLMENT_LABELS } from "../sequence-labels.ts";
import { figuresQuery, sequencesApi } from "../shared/sequence-queries.ts";
import { describeStep } from "../shared/step-sentence.ts";
import { EnrollmentItem } from "./EnrollmentItem.tsx";

const AddPeopleDialog = lazyDialog(async () => (await import("./AddPeopleDialog.tsx")).AddPeopleDialog);

interface PeopleTabProps {
  sequence: Sequence;
  catalog: Catalog;
}

type State = "inside" | (typeof ENROLLMENT_STATES)[number];
const LOOK_MS = 10_000;

/** Who is inside of a sequence, or was, and where. */
export function PeopleTab({ sequence, catalog }: PeopleTabProps) {
  const { id, state } = sequence;
  const [shown, setShown] = useState<State>();
  const [stepId, setStepId] = useState<string>();
  const [adding, add] = useDisclosure(false);
  const steps = useSteps(sequence, catalog);
  const list = useInfiniteQuery(
    sequencesApi.enrollments.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, cursor, state: shown, step_id: stepId }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
      refetchInterval: LOOK_MS,
    }),
  );
  const items = list.data?.pages.flatMap((page) => page.items);
  const isFiltered = shown !== undefined || stepId !== undefined;
  const button = state === "active" && (
    <Button leftSection={<IconPlus size={18} />} onClick={add.open}>
      Add people
    </Button>
  );
  return (
    <Stack>
      {(isFiltered || (items && items.length > 0)) && (
        <Group gap="xs" align="end">
          <Select
            aria-label="Show"
            placeholder="Everyone"
            clearable
            clearButtonProps={{ "aria-label": "Show everyone" }}
            data={[
              { value: "inside", label: "Everyone inside" },
              ...ENROLLMENT_STATES.map((value) => ({ value, label: ENROLLMENT_LABELS[value].label })),
            ]}
            value={shown ?? null}
            onChange={(value) => setShown((value as State | null) ?? undefined)}
          />
          <Select
            aria-label="At which step"
            placeholder="At any step"
            flex="1 1 12rem"
            maw={360}
            clearable
            clearButtonProps={{ "aria-label": "At any step" }}
            data={steps.choices}
            value={stepId ?? null}
            onChange={(value) => setStepId(value ?? undefined)}
          />
          {button}
        </Group>
      )}
      {!items && <QueryState query={list} failure="We couldn’t load the people." height={160} />}
      {items?.length === 0 && isFiltered && <Text size="sm">Nobody.</Text>}
      {items?.length === 0 && !isFiltered && (
        <EmptyPanel
          icon={<IconUsers />}
          title="Nobody yet"
          description={
            state === "active"
              ? "Whoever gets in shows up here, with the step they’re at and when they go on."
              : "Once the sequence runs, whoever gets in shows up here."
          }
        >
          {button}
        </EmptyPanel>
      )}
      {items && items.length > 0 && (
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label="People">
          {items.map((enrollment) => (
            <EnrollmentItem
              key={enrollment.id}
              sequenceId={sequence.id}
              enrollment={enrollment}
              at={steps.nameOf(enrollment.step_id)}
              title={nameOf(enrollment)}
              link={(props) => (
                <Link {...props} to={PATHS.leads} search={{ all: "yes", lead: enrollment.contact.id }} />
              )}
            />
          ))}
        </Stack>
      )}
      <ShowMoreButton list={list} />
      <AddPeopleDialog opened={adding} sequence={sequence} catalog={catalog} onClose={add.close} />
    </Stack>
  );
}

/** The steps that people can be at: those of what's published, and of what's written. */
function useSteps({ id, draft, version }: Sequence, catalog: Catalog) {
  const { data } = useQuery({ ...figuresQuery({ id }), enabled: version !== null });
  const steps: Step[] = stepsOf(data?.definition ?? draft);
  const around = { catalog, numbers: new Map(steps.map((step, at) => [step.id, at + 1])) };
  const choices = steps.map((step, at) => ({
    value: step.id,
    label: stepOption(at + 1, describeStep(step, around)),
  }));
  return {
    choices,
    nameOf: (step: string | null) =>
      step === null
        ? undefined
        : (choices.find(({ value }) => value === step)?.label ?? "A step of an older version"),
  };
}

const nameOf = ({ contact: { name, email } }: Enrollment) =>
  [name, email].filter(Boolean).join(" · ") || "Deleted";
