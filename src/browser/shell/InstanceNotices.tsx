import { InstanceBanners } from "#src/features/instance/banners/ui/shared/InstanceBanners.tsx";
import { LegalStep } from "#src/features/public/legal/ui/shared/LegalStep.tsx";

/** What the people who run the instance tell whoever uses it, on top of every screen. */
export function InstanceNotices() {
  return (
    <>
      <InstanceBanners />
      <LegalStep />
    </>
  );
}
