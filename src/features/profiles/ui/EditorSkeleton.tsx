import { Group, Skeleton, Stack } from "@mantine/core";
import { PreviewFrame } from "#src/kit/PreviewFrame.tsx";

const TAB_WIDTHS = [52, 65, 85, 85, 54, 86, 67, 76, 85];

/** Shown while the editor loads: back, title and actions, tabs, a form, and the phone next to it. */
export function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading profile">
      <Skeleton height={20} width={110} mb={9} />
      <Group justify="space-between" mb={29}>
        <Skeleton height={34} width={200} />
        <Skeleton height={36} width={300} maw="100%" />
      </Group>
      <Group gap={4} mb={28} wrap="nowrap" style={{ overflow: "hidden" }}>
        {TAB_WIDTHS.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <Skeleton key={index} height={40} width={width} radius="xl" flex="none" />
        ))}
      </Group>
      <PreviewFrame>
        <Stack gap="lg">
          <Skeleton height={460} radius="lg" />
          <Skeleton height={62} radius="lg" />
        </Stack>
      </PreviewFrame>
    </div>
  );
}
