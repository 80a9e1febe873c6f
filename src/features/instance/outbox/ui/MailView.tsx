import { ActionIcon, Card, Group, Skeleton, Text, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { skipToken, useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { MailBody } from "#src/kit/MailBody.tsx";
import type { SentMail } from "../contract.ts";
import { MailOutcome } from "./MailOutcome.tsx";
import classes from "./mail.module.css";
import { MAIL_POLL_MS, mailApi } from "./mail-queries.ts";

interface MailViewProps {
  id: string | undefined;
  onClose: () => void;
}

/** One e-mail: its outcome, how its reader sees it, and its plain text. */
export function MailView({ id, onClose }: MailViewProps) {
  const { data, error, refetch } = useQuery(
    mailApi.getMail.queryOptions({
      input: id === undefined ? skipToken : { id },
      refetchInterval: ({ state }) => (isUnderWay(state.data) ? MAIL_POLL_MS : false),
    }),
  );
  if (id === undefined) {
    return (
      <Card className={classes.view}>
        <Text c="dimmed" ta="center" py="xl">
          Choose an e-mail to read it.
        </Text>
      </Card>
    );
  }
  return (
    <Card className={classes.view} component="article" aria-label="E-mail">
      <Group wrap="nowrap" align="flex-start" gap="xs" mb="sm">
        <ActionIcon className={classes.back} onClick={onClose} aria-label="Back to the list">
          <IconArrowLeft size={20} />
        </ActionIcon>
        {data && (
          <div className={classes.head}>
            <Title order={2} size="h4">
              {data.subject}
            </Title>
            <Text size="sm" c="dimmed">
              To {data.to} · {data.label} · {formatDateTime(data.created_at)}
            </Text>
          </div>
        )}
      </Group>
      {error && (
        <ErrorPanel error={error} fallback="We couldn’t load this e-mail." onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton h={360} />}
      {data && <MailOutcome mail={data} />}
      {data?.shows === "copy" && (
        <Text size="sm" c="dimmed" mb="sm">
          We don’t store what we send. This is how it reads right now, without a link that signs in or
          confirms.
        </Text>
      )}
      {data?.shows === "nothing" && data.state !== "skipped" && (
        <Text size="sm" c="dimmed">
          There’s nothing left to show. {data.text}
        </Text>
      )}
      {data && data.shows !== "nothing" && <MailBody html={data.html} text={data.text} />}
    </Card>
  );
}

function isUnderWay(mail: SentMail | undefined): boolean {
  return mail?.state === "queued" || mail?.state === "sending";
}
