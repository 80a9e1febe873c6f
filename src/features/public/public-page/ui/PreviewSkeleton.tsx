import { Skeleton, Stack } from "@mantine/core";
import classes from "./PagePreview.module.css";

const LINKS = [1, 2, 3, 4, 5];

/** Shown in the phone while a page loads: an avatar, a name, five links (spec §2). */
export function PreviewSkeleton() {
  return (
    <figure className={classes.phone} role="status" aria-label="Loading the preview">
      <div className={classes.screen}>
        <Stack align="center" gap="sm" px="md" pt={48}>
          <Skeleton circle height={84} />
          <Skeleton height={20} width="55%" mb="md" />
          {LINKS.map((link) => (
            <Skeleton key={link} height={52} radius="lg" />
          ))}
        </Stack>
      </div>
    </figure>
  );
}
