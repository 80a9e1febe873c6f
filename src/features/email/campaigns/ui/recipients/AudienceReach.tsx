import { Alert, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { CampaignForm } from "../campaign-form.ts";
import { campaignsApi } from "../campaign-queries.ts";
import { ReachCard } from "../preflight/ReachCard.tsx";

const TYPING_PAUSE_MS = 300;

interface AudienceReachProps {
  campaign: Campaign;
  form: CampaignForm;
}

/** The number of recipients with this audience, before it's saved. */
export function AudienceReach({ campaign: { id }, form }: AudienceReachProps) {
  const [{ audience, topic }] = useDebouncedValue(form, TYPING_PAUSE_MS);
  const reach = useQuery({
    ...campaignsApi.count.queryOptions({ input: { id, audience, topic } }),
    placeholderData: keepPreviousData,
  });
  if (!reach.data) return <QueryState query={reach} failure="We couldn’t count this audience." height={56} />;
  const { problems } = reach.data;
  return (
    <Stack gap="sm" aria-busy={reach.isPlaceholderData}>
      <ReachCard reach={reach.data} />
      {(["stop", "warning"] as const).map((severity) => {
        const found = problems.filter((problem) => problem.severity === severity);
        if (found.length === 0) return null;
        const isStop = severity === "stop";
        return (
          <Alert
            key={severity}
            color={isStop ? "red" : "brass"}
            variant="light"
            icon={isStop ? <IconCircleX size={20} /> : <IconAlertTriangle size={20} />}
            style={{ overflowWrap: "anywhere" }}
          >
            {found.map(({ message }) => (
              <Text key={message} size="sm">
                {message}
              </Text>
            ))}
          </Alert>
        );
      })}
    </Stack>
  );
}
