import { Badge, Card, Group, Text, UnstyledButton } from "@mantine/core";
import { formatDateTime } from "#src/kit/format-date.ts";
import type { SentMail } from "../contract.ts";
import classes from "./mail.module.css";
import { mailStatus } from "./mail-status.ts";

interface MailListProps {
  mails: SentMail[];
  openId: string | undefined;
  onOpen: (id: string) => void;
}

export function MailList({ mails, openId, onOpen }: MailListProps) {
  return (
    <Card p={4} component="nav" aria-label="E-mail">
      <ul className={classes.messages}>
        {mails.map((mail) => (
          <li key={mail.id}>
            <UnstyledButton
              className={classes.message}
              aria-current={mail.id === openId ? "true" : undefined}
              onClick={() => onOpen(mail.id)}
            >
              <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                <Text fw={600} size="sm" lineClamp={2} miw={0}>
                  {mail.label}
                </Text>
                <State mail={mail} />
              </Group>
              <Text size="xs" c="dimmed" truncate>
                {mail.to}
              </Text>
              <Text size="xs" c="dimmed" component="time" dateTime={mail.created_at}>
                {formatDateTime(mail.created_at)}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function State({ mail }: { mail: SentMail }) {
  const { badge, color } = mailStatus(mail, new Date());
  return (
    <Badge variant="dot" color={color} size="sm" tt="none" flex="none">
      {badge}
    </Badge>
  );
}
