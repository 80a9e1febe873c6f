import { Card, Text, UnstyledButton } from "@mantine/core";
import classes from "./mail.module.css";
import { sentAt } from "./sent-at.ts";

interface MailListProps {
  messages: { id: string; to: string; subject: string; sent_at: string }[];
  openId: string | undefined;
  onOpen: (id: string) => void;
}

/** Kept e-mail, newest first. */
export function MailList({ messages, openId, onOpen }: MailListProps) {
  return (
    <Card className={classes.list} p={4} component="nav" aria-label="Kept e-mail">
      <ul>
        {messages.map(({ id, to, subject, sent_at }) => (
          <li key={id}>
            <UnstyledButton
              className={classes.message}
              aria-current={id === openId ? "true" : undefined}
              onClick={() => onOpen(id)}
            >
              <Text fw={600} size="sm" lineClamp={2}>
                {subject}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {to}
              </Text>
              <Text size="xs" c="dimmed" component="time" dateTime={sent_at}>
                {sentAt(sent_at)}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
