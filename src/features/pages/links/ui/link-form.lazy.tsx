import { Skeleton } from "@mantine/core";
import { lazyComponent } from "#src/kit/lazy.tsx";

/** Most people come to see their links, so the form's code doesn't hold up the list. */
export const LinkForm = lazyComponent(
  async () => (await import("./LinkForm.tsx")).LinkForm,
  <Skeleton height={560} radius="lg" role="status" aria-label="Loading the form" />,
);
