import { Alert, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCircleX } from "@tabler/icons-react";
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
  const stops = reach.data.problems.filter(({ severity }) => severity === "stop");
  return (
    <Stack gap="sm" aria-busy={reach.isPlaceholderData}>
      <ReachCard reach={reach.data} />
      {stops.length > 0 && (
        <Alert color="red" variant="light" icon={<IconCircleX size={20} />}>
          {stops.map(({ message }) => (
            <Text key={message} size="sm">
              {message}
            </Text>
          ))}
        </Alert>
      )}
    </Stack>
  );
}
