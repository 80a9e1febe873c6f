import { Paper, Text, Title } from "@mantine/core";
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { withNames } from "#src/features/audience/segments/conditions/uses-rules.ts";
import { useCatalog } from "#src/features/audience/segments/ui/shared/segment-queries.ts";
import { describeCondition } from "#src/features/audience/segments/ui/shared/sentence.ts";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";

/** Whom a campaign went to, in words, with the names that segments and everything else had then. */
export function SentTo({ campaign }: { campaign: Campaign }) {
  const mayAsk = useHasPermission("leads.export");
  const isUnlimited = useMe()?.account.profile_ids === null;
  return mayAsk && isUnlimited ? <Words campaign={campaign} /> : null;
}

function Words({
  campaign: { audience, checked, figures, resend_of, late_recipients },
}: {
  campaign: Campaign;
}) {
  const catalog = useCatalog();
  if (!catalog.data) return null;
  const then = withNames(catalog.data, checked?.named ?? []);
  const people = plural(figures.recipients, "person", "people");
  return (
    <Paper component="section" withBorder radius="lg" p="md">
      <Title order={2} size="h5">
        Who it’s for
      </Title>
      <Text dir="auto" style={{ overflowWrap: "anywhere" }}>
        {describeCondition(audience.condition as Condition, then)}
      </Text>
      {resend_of !== null && <Text size="sm">Only those who hadn’t opened the one before.</Text>}
      <Text size="sm" c="dimmed">
        {late_recipients > 0
          ? `${people} at the start, and ${formatNumber(late_recipients)} who joined later`
          : `${people} at the start`}
      </Text>
    </Paper>
  );
}
