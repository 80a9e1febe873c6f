import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { campaignsApi, useCampaignsRefresh } from "../campaign-queries.ts";

interface ApprovalStepProps {
  campaign: Campaign;
  isReady: boolean;
  /** Actions that need no approval, or have it. */
  children: ReactNode;
}

const NOT_ASKED =
  "Another owner or admin of this account has to approve e-mail to this many people. If you change it after that, or the audience grows by more than a tenth, ask again.";

function askedText({ asked_by, may_approve }: { asked_by: string | null; may_approve: boolean }): string {
  const name = asked_by ?? "Someone";
  return may_approve
    ? `${name} has asked for approval. Once you give it, the campaign can go out.`
    : `${name} has asked for approval. Another owner or admin of this account can give it.`;
}

/** Requests or gives an approval if the campaign needs it. */
export function ApprovalStep({ campaign: { id, updated_at }, isReady, children }: ApprovalStepProps) {
  const refresh = useCampaignsRefresh();
  const { data } = useQuery({
    ...campaignsApi.approval.queryOptions({ input: { id } }),
    queryKey: [...campaignsApi.approval.key({ input: { id } }), updated_at],
    staleTime: 0,
  });
  const run = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSettled: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  if (!data || data.state === "none") return children;
  if (data.state === "approved")
    return (
      <Stack>
        <Text size="sm">{`${data.approved_by ?? "Someone"} has approved it as it is.`}</Text>
        {children}
      </Stack>
    );
  const isAsked = data.state === "asked";
  return (
    <Alert variant="light" role="status" icon={<IconUserCheck size={20} />} title="Needs approval">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{isAsked ? askedText(data) : NOT_ASKED}</Text>
        {data.may_approve && (
          <Button
            loading={run.isPending}
            onClick={() => run.mutate(() => campaignsApi.approve.call({ id, version: data.version }))}
          >
            Approve
          </Button>
        )}
        {!isAsked && (
          <Button
            disabled={!isReady}
            loading={run.isPending}
            onClick={() => run.mutate(() => campaignsApi.askApproval.call({ id }))}
          >
            Ask for approval
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
