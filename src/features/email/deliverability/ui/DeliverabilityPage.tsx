import "#src/kit/deferred.css";
import { Button, Stack } from "@mantine/core";
import { IconMailCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { Deliverability } from "../contract.ts";
import { DomainCard } from "./DomainCard.tsx";
import { deliverability } from "./deliverability-client.ts";
import { HygieneSection } from "./HygieneSection.tsx";
import { ReportsSection } from "./ReportsSection.tsx";
import { ReputationSection } from "./ReputationSection.tsx";
import { ScoreSection } from "./ScoreSection.tsx";
import { SeedsSection } from "./SeedsSection.tsx";
import { WarmUpSection } from "./WarmUpSection.tsx";

/** `/dashboard/marketing/automation/deliverability`: whether e-mail arrives, and what to do about it. */
export function DeliverabilityPage() {
  const query = useQuery({
    queryKey: deliverability.get.key(),
    queryFn: ({ signal }) => deliverability.get.call(undefined, { signal }),
  });
  return (
    <>
      <PageTitle title="Deliverability">What decides whether your e-mail reaches the inbox</PageTitle>
      {query.data ? (
        <Sections data={query.data} />
      ) : (
        <QueryState query={query} failure="We couldn’t load how your domains are doing." height={360} />
      )}
    </>
  );
}

function Sections({ data: { domains } }: { data: Deliverability }) {
  const seesLeads = useHasPermission("leads.export");
  if (domains.length === 0)
    return (
      <EmptyPanel
        icon={<IconMailCheck />}
        title="No sending account yet"
        description="Once you connect an e-mail address, we check its domain every hour and say what keeps e-mail from arriving."
        size="lg"
      >
        <Button component={Link} to={PATHS.mailboxes}>
          Go to sending accounts
        </Button>
      </EmptyPanel>
    );
  return (
    <Stack gap="sm">
      <ScoreSection />
      {domains.map((domain) => (
        <DomainCard key={domain.host} domain={domain} />
      ))}
      {domains.some(({ is_free }) => !is_free) && <ReportsSection />}
      <ReputationSection />
      <SeedsSection />
      <WarmUpSection />
      {seesLeads && <HygieneSection />}
    </Stack>
  );
}
