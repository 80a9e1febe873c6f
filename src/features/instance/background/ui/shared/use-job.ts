import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { FollowedJob } from "../../contract.ts";
import { backgroundApi } from "./background-queries.ts";

const LOOK_AGAIN_MS = 1_000;

const isUnderWay = ({ state }: FollowedJob) => state === "waiting" || state === "running";

/**
 * Follows the account's jobs of one type. `job` is the one in progress, also if another person
 * started it, and after a reload. `onEnd` is called for jobs that this screen has seen in progress and for
 * those passed to `follow`.
 */
export function useJob(name: string, onEnd: (job: FollowedJob) => void) {
  const queries = useQueryClient();
  const followed = useRef(new Set<string>());
  const { data } = useQuery(
    backgroundApi.list.queryOptions({
      refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? LOOK_AGAIN_MS : false),
    }),
  );
  const jobs = data?.items.filter((job) => job.name === name) ?? [];
  useEffect(() => {
    for (const job of jobs) {
      if (isUnderWay(job)) followed.current.add(job.id);
      else if (followed.current.delete(job.id)) onEnd(job);
    }
  });
  const look = () => queries.invalidateQueries({ queryKey: backgroundApi.list.key() });
  return {
    job: jobs.find(isUnderWay),
    look,
    follow(id: string) {
      followed.current.add(id);
      void look();
    },
  };
}
