import "#src/kit/deferred.css";
import { Alert, Badge, Skeleton, Tabs } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCatalog } from "#src/features/audience/segments/ui/shared/segment-queries.ts";
import type { Sequence } from "#src/features/email/sequences/contract.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { SequenceEditor } from "./editor/SequenceEditor.tsx";
import { SequenceActions } from "./SequenceActions.tsx";
import { insideWords, SEQUENCE_LABELS } from "./sequence-labels.ts";
import { sequenceQuery } from "./shared/sequence-queries.ts";

const LOADING = <Skeleton h={320} radius="lg" />;
const PeopleTab = lazyComponent(async () => (await import("./people/PeopleTab.tsx")).PeopleTab, LOADING);
const FiguresTab = lazyComponent(async () => (await import("./figures/FiguresTab.tsx")).FiguresTab, LOADING);

const TABS = [
  { value: "steps", label: "Steps" },
  { value: "people", label: "People" },
  { value: "figures", label: "Figures" },
] as const;

/** `/dashboard/marketing/sequences/{id}` */
export function SequencePage() {
  const { id } = useParams({ from: `/shell${PATHS.sequence}` });
  const query = useQuery({ ...sequenceQuery(id), refetchOnWindowFocus: false });
  const catalog = useCatalog();
  return (
    <>
      <BackLink to={PATHS.sequences}>All sequences</BackLink>
      {query.data && catalog.data ? (
        <Loaded key={query.data.id} sequence={query.data} />
      ) : (
        <>
          <PageTitle title="Sequence" />
          <QueryState
            query={query.error ? query : catalog}
            failure="We couldn’t load this sequence."
            height={480}
          />
        </>
      )}
    </>
  );
}

function Loaded({ sequence }: { sequence: Sequence }) {
  const { id, name, state, state_reason, counts } = sequence;
  const { tab = "steps", view } = useSearch({ from: `/shell${PATHS.sequence}` });
  const navigate = useNavigate();
  const catalog = useCatalog();
  const { color, label } = SEQUENCE_LABELS[state];
  const open = (value: string | null) =>
    void navigate({
      to: PATHS.sequence,
      params: { id },
      search: {
        ...(view !== undefined && { view }),
        ...(value !== null && value !== "steps" && { tab: value }),
      },
      replace: true,
    });
  if (!catalog.data) return null;
  return (
    <>
      <PageTitle title={name} actions={<SequenceActions sequence={sequence} />}>
        <Badge variant="light" color={color} role="status" mr="xs">
          {label}
        </Badge>
        {state !== "draft" &&
          `${insideWords(counts.inside)} · ${plural(counts.completed, "person finished", "people finished")}`}
      </PageTitle>
      {state_reason !== "" && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={20} />} role="status" mb="md">
          {state_reason}
        </Alert>
      )}
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="steps">
          <SequenceEditor sequence={sequence} catalog={catalog.data} />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <PeopleTab sequence={sequence} catalog={catalog.data} />
        </Tabs.Panel>
        <Tabs.Panel value="figures">
          <FiguresTab sequence={sequence} catalog={catalog.data} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
