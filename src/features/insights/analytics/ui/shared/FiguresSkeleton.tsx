import { SimpleGrid, Skeleton, Stack } from "@mantine/core";

/** Stands for tiles and a chart while their figures load. */
export function FiguresSkeleton({ tiles }: { tiles: number }) {
  return (
    <Stack gap="sm" aria-busy="true">
      <SimpleGrid cols={{ base: 2, sm: 3, md: 4 }} spacing="sm">
        {Array.from({ length: tiles }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they're all the same
          <Skeleton key={index} h={110} radius="lg" />
        ))}
      </SimpleGrid>
      <Skeleton h={360} radius="lg" />
    </Stack>
  );
}
