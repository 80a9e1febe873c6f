import { SimpleGrid, Skeleton, Stack, VisuallyHidden } from "@mantine/core";

const TILES = ["views", "visitors", "clicks", "rate"];
const CARDS = ["links", "sources", "places", "devices"];

/** The page's outline while its figures are on the way. */
export function AnalyticsSkeleton() {
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden role="status">Loading analytics</VisuallyHidden>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        {TILES.map((tile) => (
          <Skeleton key={tile} h={112} radius="lg" />
        ))}
      </SimpleGrid>
      <Skeleton h={360} radius="lg" />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        {CARDS.map((card) => (
          <Skeleton key={card} h={260} radius="lg" />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
