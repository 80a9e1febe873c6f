import { ReasonDialog } from "#src/kit/form/ReasonDialog.tsx";
import type { Feature } from "#src/lib/feature-switches.ts";
import { labelOf, REASON_CHARS_MAX } from "../../rules.ts";
import { featuresApi, useFeaturesRefresh } from "./features-client.ts";

interface ChoiceDialogProps {
  opened: boolean;
  onClose: () => void;
  feature: Feature;
  account: { id: string; name: string };
  /** Null ends the exception. */
  isOn: boolean | null;
}

/** Switches a part on or off for one account, or ends that. */
export function ChoiceDialog({ opened, onClose, feature, account, isOn }: ChoiceDialogProps) {
  const refresh = useFeaturesRefresh();
  const texts = textsOf(isOn);
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={labelOf(feature)}
      action={texts.action}
      done="Saved"
      charsMax={REASON_CHARS_MAX}
      note="The account’s owner reads this in their activity log."
      missing="Say why."
      send={async (reason) => {
        await featuresApi.choose.call({ feature, who: account.id, is_on: isOn, reason });
        await refresh();
        return undefined;
      }}
    >
      <span dir="auto">{account.name}</span>: {texts.effect}
    </ReasonDialog>
  );
}

function textsOf(isOn: boolean | null): { action: string; effect: string } {
  if (isOn === null)
    return { action: "End exception", effect: "The plan and the share of accounts count again." };
  return isOn
    ? { action: "Switch on", effect: "They have this part, whatever else is set." }
    : {
        action: "Switch off",
        effect: "They don’t have this part, whatever else is set. Nothing is deleted.",
      };
}
