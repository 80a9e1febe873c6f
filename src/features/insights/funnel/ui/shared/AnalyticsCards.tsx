import { Skeleton } from "@mantine/core";
import type { AnalyticsCardsProps } from "#src/features/insights/analytics/ui/shared/analytics-slots.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";

const LiveViewCard = lazyComponent(
  async () => (await import("#src/features/insights/live-view/ui/shared/LiveViewCard.tsx")).LiveViewCard,
);
const FunnelCards = lazyComponent(
  async () => (await import("./FunnelCards.tsx")).FunnelCards,
  <Skeleton h={380} radius="lg" />,
);

/** Cards of the analytics screen from slices after it, each loaded when it's needed. */
export function AnalyticsCards(props: AnalyticsCardsProps) {
  return props.place === "top" ? <LiveViewCard {...props} /> : <FunnelCards {...props} />;
}
