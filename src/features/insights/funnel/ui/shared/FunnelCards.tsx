import { SimpleGrid, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { FigureCardsProps } from "#src/features/insights/analytics/ui/shared/analytics-slots.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { FirstClickCard } from "./FirstClickCard.tsx";
import { FunnelCard } from "./FunnelCard.tsx";
import { funnel } from "./funnel-client.ts";
import { ReturningCard } from "./ReturningCard.tsx";

/** Hardly changes while one looks. */
const STALE_MS = 60_000;

/** The way from a view to an order, how long a first click takes, and who comes back. */
export function FunnelCards(props: FigureCardsProps) {
  const { input, queryKey, filters } = props;
  const seesAll = useMe()?.account.profile_ids === null;
  const seesFans = useHasPermission("analytics.export") && seesAll;
  const { data, error, refetch } = useQuery({
    queryKey: [...funnel.read.key(), ...queryKey],
    queryFn: ({ signal }) => funnel.read.call(input(), { signal }),
    staleTime: STALE_MS,
    retry: false,
  });
  if (!data) {
    if (error === null) return <Skeleton h={380} radius="lg" />;
    return <ErrorPanel error={error} fallback="The funnel didn’t load." onRetry={() => void refetch()} />;
  }
  return (
    <>
      <FunnelCard funnel={data} filters={filters} />
      <SimpleGrid cols={{ base: 1, md: seesFans ? 2 : 1 }} spacing="sm">
        <FirstClickCard times={data.first_click} />
        {seesFans && <ReturningCard {...props} />}
      </SimpleGrid>
    </>
  );
}
