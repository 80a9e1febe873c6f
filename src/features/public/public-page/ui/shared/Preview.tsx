import { PreviewSkeleton } from "#src/features/public/public-page/ui/PreviewSkeleton.tsx";
import { lazyComponent } from "#src/kit/lazy.tsx";

/** A preview of the page that loads without blocking the screen. */
export const Preview = lazyComponent(
  async () => (await import("../ProfilePagePreview.tsx")).ProfilePagePreview,
  <PreviewSkeleton />,
);
