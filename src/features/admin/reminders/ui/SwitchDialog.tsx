import type { Settings } from "#src/features/admin/reminders/contract.ts";
import { REASON_CHARS_MAX, REMINDERS, type ReminderName } from "#src/features/admin/reminders/rules.ts";
import { ReasonDialog } from "#src/kit/form/ReasonDialog.tsx";
import { ReachCount } from "./ReachCount.tsx";
import { remindersApi, useRemindersRefresh } from "./reminder-queries.ts";

interface SwitchDialogProps {
  opened: boolean;
  onClose: () => void;
  rule: ReminderName;
  settings: Settings;
  isOn: boolean;
}

/** Switches a saved reminder on or off, with a reason. */
export function SwitchDialog({ opened, onClose, rule, settings, isOn }: SwitchDialogProps) {
  const refresh = useRemindersRefresh();
  const send = async (reason: string) => {
    await remindersApi.turn.call({ rule, is_on: !isOn, reason });
    await refresh();
    return undefined;
  };
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={isOn ? "Switch it off" : "Switch it on"}
      action={isOn ? "Switch off" : "Switch on"}
      done={isOn ? "Switched off" : "Switched on"}
      charsMax={REASON_CHARS_MAX}
      note="Others on the staff read it in the audit log."
      missing="Say why. Others on the staff read it."
      send={send}
      fields={!isOn && <ReachCount rule={rule} settings={settings} />}
    >
      {isOn
        ? "Nobody is reminded from now on. E-mail that’s still waiting isn’t sent."
        : `“${REMINDERS[rule].label}” goes out each morning, to whom it’s true of by then. Right now, that’s:`}
    </ReasonDialog>
  );
}
