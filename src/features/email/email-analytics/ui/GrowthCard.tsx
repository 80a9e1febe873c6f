import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatCount } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { TrendCard } from "#src/features/insights/analytics/ui/shared/TrendCard.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { Growth } from "../contract.ts";
import { mailAnalytics } from "./mail-analytics-client.ts";

const LINES = [
  { name: "joined", label: "Joined" },
  { name: "unsubscribed", label: "Unsubscribed" },
  { name: "bounced", label: "Bounced" },
  { name: "complained", label: "Complained" },
] as const;

interface GrowthCardProps {
  period: { from: string; to?: string; tz: string };
}

export function GrowthCard({ period }: GrowthCardProps) {
  const query = useQuery({
    queryKey: [...mailAnalytics.growth.key(), period],
    queryFn: ({ signal }) => mailAnalytics.growth.call(period, { signal }),
  });
  const { data } = query;
  if (!data) return <QueryState query={query} failure="We couldn’t load how your list grew." height={360} />;
  return (
    <div>
      <TrendCard
        title="List growth"
        trend={data}
        lines={LINES}
        label="People who joined, unsubscribed, bounced, and complained"
        steps={[data.step]}
      />
      <Text size="sm" mt="xs" role="status">
        {formatGrowth(data)}
      </Text>
    </div>
  );
}

/** Joined − (unsubscribed + hard bounces + complaints). */
function formatGrowth({ series }: Growth): string {
  const sum = (name: (typeof LINES)[number]["name"]) => series.reduce((total, day) => total + day[name], 0);
  const [joined, left] = [sum("joined"), sum("unsubscribed") + sum("bounced") + sum("complained")];
  return `${formatCount(joined)} joined and ${formatCount(left)} left: ${joined < left ? "−" : "+"}${formatCount(Math.abs(joined - left))}. Fans count from when they agreed to get e-mail or, if you ask for it, confirmed that.`;
}
