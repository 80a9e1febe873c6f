import type { Settings } from "#src/features/admin/reminders/contract.ts";
import type { ReminderName } from "#src/features/admin/reminders/rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { ReachCount } from "./ReachCount.tsx";

/** Whom it would reach, before it’s switched on. */
export function ReminderReach({ rule, settings }: { rule: ReminderName; settings: Settings }) {
  return (
    <Card
      title="Whom it would reach now"
      text="Those whom it hasn’t reached yet, without suspended accounts and people who turned news off. Nothing is sent by looking."
    >
      <ReachCount rule={rule} settings={settings} />
    </Card>
  );
}
