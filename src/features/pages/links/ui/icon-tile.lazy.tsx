import { lazyComponent } from "#src/kit/lazy.tsx";

/** An icon, with a placeholder of the same size until its code has loaded. */
export const IconTile = lazyComponent(
  async () => (await import("#src/features/pages/icons/ui/shared/IconTile.tsx")).IconTile,
  <span style={{ flex: "none", width: 40, height: 40 }} />,
);
