import "#src/kit/later.css";
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

/** E-mail arrives while the founder waits for it, most often in another tab. */
const LOOK_AGAIN_MS = 5_000;

/** `/admin/email`: where the instance's e-mail goes, and what was kept of it instead of sent. */
export function MailPage() {
  const { data, error, refetch } = useQuery(
    accountsApi.listMail.queryOptions({ refetchInterval: LOOK_AGAIN_MS }),
  );
  const [openId, setOpenId] = useState<string>();
  const messages = data?.items ?? [];
  return (
    <>
      <PageTitle title="E-mail">What this instance sends</PageTitle>
      {!data && !error && <Skeleton h={320} radius="lg" />}
      {!data && error && (
        <LoadFailure error={error} fallback="We couldn’t load the e-mail." onRetry={() => void refetch()} />
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
      <Alert variant="default" icon={<IconMail />} title="E-mail goes out through your mail server">
        What’s listed here was kept before you set one.
      </Alert>
    );
  }
  return (
    <Alert variant="default" icon={<IconFolder />} title="No mail server is set, so e-mail is kept here">
      Nobody receives it. Read it here, or set SMTP_URL in the configuration.
    </Alert>
  );
}

function NoMail({ delivery }: { delivery: "folder" | "smtp" }) {
  const later = "E-mail shows up here when someone signs up or asks for a link.";
  return (
    <NothingHere
      icon={<IconMailbox />}
      title="No e-mail yet"
      description={delivery === "folder" ? later : "Everything went out through your mail server."}
    />
  );
}
