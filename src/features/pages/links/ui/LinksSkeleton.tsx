import { Group, Skeleton, Stack } from "@mantine/core";
import { PreviewFrame } from "#src/kit/PreviewFrame.tsx";
import classes from "./Links.module.css";

interface LinkRowsSkeletonProps {
  withAdder?: boolean;
}

export function LinkRowsSkeleton({ withAdder = false }: LinkRowsSkeletonProps) {
  return (
    <Stack gap="sm" role="status" aria-label="Loading links">
      {withAdder && <AdderSkeleton />}
      <Skeleton height={92} radius="lg" />
      <Skeleton height={92} radius="lg" />
      <Skeleton height={92} radius="lg" />
    </Stack>
  );
}

/** As tall as the field for addresses with its hint, so that nothing below it jumps. */
export function AdderSkeleton() {
  return (
    <div className={classes.adding}>
      <Skeleton height={42} radius="md" />
    </div>
  );
}

/** Shown while the Links screen loads: title, URL and actions, rows, and the phone next to them. */
export function LinksSkeleton() {
  return (
    <>
      <Group justify="space-between" align="flex-start" mb="lg">
        <Stack gap={8}>
          <Skeleton height={32} width={90} />
          <Skeleton height={22} width={220} />
        </Stack>
        <Skeleton height={36} width={220} maw="100%" />
      </Group>
      <PreviewFrame>
        <Stack gap="sm">
          <Skeleton height={42} radius="md" />
          <LinkRowsSkeleton withAdder />
        </Stack>
      </PreviewFrame>
    </>
  );
}
