import { Skeleton } from "@mantine/core";
import { whenNeeded } from "#src/kit/when-needed.tsx";

/** Most people come to see their links, so the form's code doesn't hold up the list. */
export const LinkForm = whenNeeded(
  async () => (await import("./LinkForm.tsx")).LinkForm,
  <Skeleton height={560} radius="lg" role="status" aria-label="Loading the form" />,
);
