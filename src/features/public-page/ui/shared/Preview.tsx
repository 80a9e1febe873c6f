import { PreviewSkeleton } from "#src/features/public-page/ui/PreviewSkeleton.tsx";
import { whenNeeded } from "#src/kit/when-needed.tsx";

/** A preview of the page, whose code nobody has to wait for. */
export const Preview = whenNeeded(async () => (await import("../PageOf.tsx")).PageOf, <PreviewSkeleton />);
