import { Text } from "@mantine/core";
import type { Trial } from "#src/features/email/automations/contract.ts";
import type { Action } from "#src/features/email/automations/definition-rules.ts";
import classes from "#src/features/email/sequences/ui/shared/Course.module.css";
import { MailToggle } from "#src/features/email/sequences/ui/shared/MailToggle.tsx";
import type { MailSender } from "#src/features/email/templates/ui/shared/written-mail.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { describeAction, type RuleCatalog } from "../action-sentence.ts";
import { ACTION_KINDS } from "../rule-labels.ts";

interface TrialActionProps {
  item: Trial["actions"][number];
  action: Action;
  catalog: RuleCatalog;
  sender: MailSender;
  contactId: string | undefined;
}

/** What an action would do, when, and what its e-mail looks like. */
export function TrialAction({ item, action, catalog, sender, contactId }: TrialActionProps) {
  const { Icon } = ACTION_KINDS[action.type];
  return (
    <li className={classes.item}>
      <Icon size={20} stroke={1.75} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Text size="xs" c="dimmed">
          {action.type === "wait" ? `Until ${formatDateTime(item.at)}` : formatDateTime(item.at)}
        </Text>
        <Text size="sm" fw={500} dir="auto">
          {describeAction(action, catalog)}
        </Text>
        {item.reason !== "" && (
          <Text size="sm" {...(!item.is_possible && { c: "var(--mantine-color-error)" })}>
            {item.reason}
          </Text>
        )}
        {action.type === "send" && <MailToggle mail={action.mail} sender={sender} contactId={contactId} />}
      </div>
    </li>
  );
}
