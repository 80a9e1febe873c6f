import "#src/kit/deferred.css";
import { Button, Select, Skeleton, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconLayoutKanban, IconSettings } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { newId } from "#src/kit/new-id.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { Contact } from "../../contract.ts";
import type { Pipeline } from "../../pipeline/pipeline-contract.ts";
import { FIRST_STAGES } from "../../rules.ts";
import { contactsApi } from "../contact-queries.ts";
import { LeadDrawer } from "../lead/LeadDrawer.tsx";
import { LeadFilters } from "../list/LeadFilters.tsx";
import { useContactRemoval } from "../list/use-contact-removal.ts";
import { useLeadChoice, useLeadFilter, useLeadSearch, useSeenLeads } from "../list/use-lead-choice.ts";
import { formatCents } from "../shared/contact-labels.ts";
import { countActiveFilters } from "../shared/filter-search.ts";
import { Board } from "./Board.tsx";
import { pipelineQuery, useTeammates } from "./board-queries.ts";

const StagesDialog = lazyDialog(async () => (await import("./StagesDialog.tsx")).StagesDialog);

/** `/dashboard/marketing/leads/board`: leads in the stages of the pipeline. */
export function BoardPage() {
  const sees = useSeenLeads();
  const isMasked = sees === "masked";
  // Every profile's leads are in the same stages, and each stage is a column. Whose they are has a field of its own.
  const { owner, ...choice } = { ...useLeadChoice(sees), stage: undefined };
  const choose = useLeadSearch(PATHS.leadBoard);
  const filter = useLeadFilter({ ...choice, owner }, undefined);
  const [opened, setOpened] = useState<Contact>();
  const [editing, edit] = useDisclosure(false);
  const pipeline = useQuery(pipelineQuery(filter));
  const { remove, isRemoving } = useContactRemoval(() => setOpened(undefined));
  const { stages = [], currency = "USD" } = pipeline.data ?? {};
  const mayEdit = sees === "everything";
  const isNarrowed = countActiveFilters({ ...choice, owner }) > 0 || choice.q !== undefined;
  return (
    <>
      <PageTitle
        title="Pipeline"
        actions={
          mayEdit &&
          stages.length > 0 && (
            <Button variant="default" size="sm" leftSection={<IconSettings size={16} />} onClick={edit.open}>
              Edit stages
            </Button>
          )
        }
      >
        <span role="status">
          {pipeline.data ? stages.length > 0 && formatSum(pipeline.data) : !pipeline.error && "…"}
        </span>
      </PageTitle>
      <LeadFilters
        view="board"
        choice={choice}
        sees={sees}
        onChoose={(chosen, isReplacing) => void choose({ ...chosen, owner }, isReplacing)}
      >
        <OwnerFilter owner={owner} onOwner={(owner) => void choose({ ...choice, owner }, true)} />
      </LeadFilters>
      {pipeline.error ? (
        <ErrorPanel
          error={pipeline.error}
          fallback="Your pipeline didn’t load."
          onRetry={() => void pipeline.refetch()}
        />
      ) : !pipeline.data ? (
        <Skeleton h={240} radius="lg" />
      ) : stages.length === 0 ? (
        <NoStages mayEdit={mayEdit} />
      ) : (
        <>
          {stages.every(({ count }) => count === 0) && (
            <Text c="dimmed" mb="md">
              {isNarrowed
                ? "Nobody in your pipeline matches these filters."
                : "Nobody’s here yet. Open a lead, choose its stage, and it’s here."}
            </Text>
          )}
          <Board filter={filter} stages={stages} currency={currency} mayMove={!isMasked} onOpen={setOpened} />
        </>
      )}
      {pipeline.data && <StagesDialog opened={editing} onClose={edit.close} pipeline={pipeline.data} />}
      <LeadDrawer
        contact={opened}
        isRemoving={isRemoving}
        onClose={() => setOpened(undefined)}
        onRemove={isMasked ? undefined : remove}
      />
    </>
  );
}

function formatSum({ stages, currency }: Pipeline): string {
  const count = stages.reduce((sum, stage) => sum + stage.count, 0);
  const value = stages.reduce((sum, stage) => sum + stage.value_cents, 0);
  const worth = value > 0 ? `, ${formatCents(value, currency)} in all` : "";
  return `${plural(count, "lead")} in ${plural(stages.length, "stage")}${worth}`;
}

interface OwnerFilterProps {
  owner: string | undefined;
  onOwner: (owner: string | undefined) => void;
}

/** With no other team member there's nothing to choose. */
function OwnerFilter({ owner, onOwner }: OwnerFilterProps) {
  const teammates = useTeammates();
  if (teammates.length < 2) return null;
  return (
    <Select
      aria-label="Whose leads"
      placeholder="Everyone’s leads"
      clearable
      w={220}
      data={teammates.map(({ id, name }) => ({ value: id, label: name }))}
      value={owner ?? null}
      onChange={(chosen) => onOwner(chosen ?? undefined)}
    />
  );
}

function NoStages({ mayEdit }: { mayEdit: boolean }) {
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: () =>
      contactsApi.savePipeline.call({ stages: FIRST_STAGES.map((stage) => ({ id: newId(), ...stage })) }),
    onSettled: () => queries.invalidateQueries({ queryKey: contactsApi.key() }),
    onError: (error) => toastError(error, "The stages couldn’t be saved. Try again."),
  });
  return (
    <EmptyPanel
      size="lg"
      icon={<IconLayoutKanban />}
      title="No pipeline yet"
      description="Follow a deal from the first message to the last: give it stages, and move leads along as things happen."
    >
      {mayEdit && (
        <Button loading={start.isPending} onClick={() => start.mutate()}>
          Start with five stages
        </Button>
      )}
    </EmptyPanel>
  );
}
