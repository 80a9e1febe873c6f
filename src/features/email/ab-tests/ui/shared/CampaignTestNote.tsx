import { Alert, Anchor, Text } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PATHS } from "#src/lib/paths.ts";
import { testOfCampaign } from "../ab-test-queries.ts";
import { rolloutSentence, sentenceOf } from "../test-labels.ts";

/** What a campaign's test says, on the campaign. */
export function CampaignTestNote({ campaignId }: { campaignId: string }) {
  const test = useQuery(testOfCampaign(campaignId)).data?.items[0];
  if (!test || test.started_at === null) return null;
  return (
    <Alert variant="light" icon={<IconFlask size={20} />} title="A/B test" role="status">
      <Text size="sm">{`${sentenceOf(test)} ${rolloutSentence(test)}`.trim()}</Text>
      {test.state === "collecting" && test.sample_kind !== "all" && (
        <Text size="sm">Everyone who isn’t part of it waits for the result.</Text>
      )}
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to={PATHS.abTest} params={{ id: test.id }} />}
      >
        See the test
      </Anchor>
    </Alert>
  );
}
