import "#src/kit/deferred.css";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { FailedJobs } from "#src/features/instance/background/ui/shared/FailedJobs.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { BackupsCard } from "./BackupsCard.tsx";
import { DatabaseCard } from "./DatabaseCard.tsx";
import { DoorsCard } from "./DoorsCard.tsx";
import { JobsCard } from "./JobsCard.tsx";
import { NodesCard } from "./NodesCard.tsx";
import { Problems } from "./Problems.tsx";
import { SchedulesCard } from "./SchedulesCard.tsx";
import { SupportCard } from "./SupportCard.tsx";
import { ChecksCard } from "./shared/ChecksCard.tsx";
import { systemApi } from "./system-queries.ts";

const LOOK_AGAIN_MS = 15_000;

/** `/admin/system`: how the instance is, and what to do about it. */
export function SystemPage() {
  const query = useQuery(systemApi.overview.queryOptions({ refetchInterval: LOOK_AGAIN_MS }));
  const { data } = query;
  return (
    <>
      <PageTitle title="System">What this instance runs on, and how it is</PageTitle>
      {data ? (
        <Stack gap="lg" maw={960}>
          <Problems isWell={data.is_well} problems={data.problems} />
          <BackupsCard backups={data.backups} />
          <ChecksCard checks={data.checks} />
          <NodesCard nodes={data.nodes} />
          <JobsCard queues={data.queues} />
          <FailedJobs />
          <SchedulesCard schedules={data.schedules} />
          <DoorsCard doors={data.doors} />
          <DatabaseCard />
          <SupportCard />
        </Stack>
      ) : (
        <QueryState query={query} failure="We couldn’t find out how the instance is." height={480} />
      )}
    </>
  );
}
