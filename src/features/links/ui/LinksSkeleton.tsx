import { Group, Skeleton, Stack } from "@mantine/core";
import classes from "./Links.module.css";

/** Stands where links are being loaded. */
export function LinkRowsSkeleton() {
  return (
    <Stack gap="sm" role="status" aria-label="Loading links">
      <Skeleton height={92} radius="lg" />
      <Skeleton height={92} radius="lg" />
      <Skeleton height={92} radius="lg" />
    </Stack>
  );
}

/** Stands where the Links screen will be: title, URL and actions, rows, and the phone beside them. */
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
      <div className={classes.columns}>
        <LinkRowsSkeleton />
        <div className={classes.preview}>
          <Skeleton height="min(620px, calc(100dvh - 10rem))" width={300} radius={44} />
        </div>
      </div>
    </>
  );
}
