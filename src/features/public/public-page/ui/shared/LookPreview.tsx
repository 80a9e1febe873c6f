import { lazyComponent } from "#src/kit/lazy.tsx";

/** A small page in some look, which loads with the looks. */
export const LookPreview = lazyComponent(async () => (await import("../LookPhone.tsx")).LookPhone, null);
