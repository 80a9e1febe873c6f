import { Skeleton, Stack } from "@mantine/core";

export function ListSkeleton({ height }: { height: number }) {
  return (
    <Stack gap="xs">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} h={height} radius="lg" />
      ))}
    </Stack>
  );
}
