import type { FirstCampaign } from "#src/features/email/campaigns/review/review-contract.ts";
import { ReasonDialog } from "#src/kit/form/ReasonDialog.tsx";
import { STAFF_REASON_CHARS_MAX } from "../../rules.ts";
import { campaignsApi } from "../campaign-queries.ts";

interface StopAccountDialogProps {
  item: FirstCampaign;
  opened: boolean;
  onClose: () => void;
  onStopped: () => Promise<void>;
}

/** Stops everything that an account sends, and notifies its owner of the reason. */
export function StopAccountDialog({ item, onStopped, ...dialog }: StopAccountDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title="Stop sending?"
      action="Stop sending"
      done="Sending stopped"
      charsMax={STAFF_REASON_CHARS_MAX}
      send={async (reason) => {
        await campaignsApi.reviewFirst.call({ id: item.id, review: "stopped", reason });
        await onStopped();
      }}
    >
      Nothing more goes out for {item.owner.email} until you allow it again. What’s on its way arrives.
    </ReasonDialog>
  );
}
