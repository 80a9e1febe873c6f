import { Skeleton } from "@mantine/core";
import { lazyComponent } from "#src/kit/lazy.tsx";

export const BlockEditor = lazyComponent(
  async () => (await import("./BlockEditor.tsx")).BlockEditor,
  <Skeleton height={360} radius="lg" role="status" aria-label="Loading the form" />,
);

export const KindTile = lazyComponent(
  async () => (await import("./KindTile.tsx")).KindTile,
  <span style={{ flex: "none", width: 40, height: 40 }} />,
);
