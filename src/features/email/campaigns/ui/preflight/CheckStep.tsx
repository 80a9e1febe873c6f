import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { ApprovalStep } from "../approval/ApprovalStep.tsx";
import { campaignsApi } from "../campaign-queries.ts";
import type { ScheduleForm } from "../schedule/schedule-form.ts";
import { Problems } from "./Problems.tsx";
import { ReachCard } from "./ReachCard.tsx";
import { SendButton } from "./SendButton.tsx";
import { Waves } from "./Waves.tsx";

interface CheckStepProps {
  campaign: Campaign;
  when: ScheduleForm;
  /** Opens the step where a problem is fixed. */
  onFix: (step: "audience" | "content") => void;
}

export function CheckStep({ campaign, when, onFix }: CheckStepProps) {
  const { id, updated_at } = campaign;
  const check = useQuery({
    ...campaignsApi.check.queryOptions({ input: { id } }),
    queryKey: [...campaignsApi.check.key({ input: { id } }), updated_at],
    staleTime: 0,
  });
  if (!check.data) return <QueryState query={check} failure="We couldn’t check the campaign." height={160} />;
  return (
    <Stack>
      <ReachCard reach={check.data} />
      <Problems campaign={campaign} problems={check.data.problems} onFix={onFix} />
      {when.kind === "once" && when.isLocal && <Waves campaign={campaign} when={when} />}
      <ApprovalStep campaign={campaign} isReady={check.data.is_ready}>
        <SendButton campaign={campaign} when={when} check={check.data} />
      </ApprovalStep>
    </Stack>
  );
}
