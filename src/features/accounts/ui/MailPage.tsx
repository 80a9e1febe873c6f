import { Alert, Skeleton, Stack } from "@mantine/core";
import { IconFolder, IconMail, IconMailbox } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { NothingHere } from "#src/kit/NothingHere.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { MailList } from "./mail/MailList.tsx";
import { MailView } from "./mail/MailView.tsx";
import classes from "./mail/mail.module.css";
import { accountsApi } from "./shared/account-queries.ts";

/** Messages arrive while the founder waits for them, most often in another tab. */
const LOOK_AGAIN_MS = 5_000;

/** `/admin/email`: where the instance's mail goes, and the messages that were kept instead of sent. */
export function MailPage() {
  const { data, error, refetch } = useQuery(
    accountsApi.listMail.queryOptions({ refetchInterval: LOOK_AGAIN_MS }),
  );
  const [openId, setOpenId] = useState<string>();
  const messages = data?.items ?? [];
  return (
    <>
      <PageTitle title="Mail">What this instance sends</PageTitle>
      {!data && !error && <Skeleton h={320} radius="lg" />}
      {!data && error && (
        <LoadFailure
          error={error}
          fallback="The messages could not be read."
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <Stack gap="md">
          <DeliveryNote delivery={data.delivery} />
          {messages.length === 0 && <NoMail delivery={data.delivery} />}
          {messages.length > 0 && (
            <div className={classes.panes} data-open={openId !== undefined || undefined}>
              <MailList messages={messages} openId={openId} onOpen={setOpenId} />
              <MailView id={openId} onClose={() => setOpenId(undefined)} />
            </div>
          )}
        </Stack>
      )}
    </>
  );
}

function DeliveryNote({ delivery }: { delivery: "folder" | "smtp" }) {
  if (delivery === "smtp") {
    return (
      <Alert variant="default" icon={<IconMail />} title="Mail goes out through the mail server">
        Messages listed here were kept before it was set.
      </Alert>
    );
  }
  return (
    <Alert variant="default" icon={<IconFolder />} title="No mail server is set: messages are kept as files">
      Nobody receives them. Read them here, or set a mail server in the configuration.
    </Alert>
  );
}

function NoMail({ delivery }: { delivery: "folder" | "smtp" }) {
  const later = "A message appears here when somebody signs up or forgets a password.";
  return (
    <NothingHere
      icon={<IconMailbox />}
      title="No messages"
      description={delivery === "folder" ? later : "Everything has been handed to the mail server."}
    />
  );
}
