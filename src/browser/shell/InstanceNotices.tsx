import { InstanceBanners } from "#src/features/instance/banners/ui/shared/InstanceBanners.tsx";
import { PaymentNotice } from "#src/features/money/billing/ui/shared/PaymentNotice.tsx";
import { LegalStep } from "#src/features/public/legal/ui/shared/LegalStep.tsx";

interface InstanceNoticesProps {
  /** Staff in somebody's account aren't whom the instance means. */
  isActing: boolean;
  mayPay: boolean;
}

/** What the people who run the instance tell whoever uses it, on top of every screen, and that a payment failed. */
export function InstanceNotices({ isActing, mayPay }: InstanceNoticesProps) {
  return (
    <>
      {!isActing && (
        <>
          <InstanceBanners />
          <LegalStep />
        </>
      )}
      {mayPay && <PaymentNotice />}
    </>
  );
}
