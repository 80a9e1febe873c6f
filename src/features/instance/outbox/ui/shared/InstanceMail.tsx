import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import "#src/kit/deferred.css";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconFolder, IconMail, IconMailbox, IconMailSearch, IconSend } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { SearchField } from "#src/kit/SearchField.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { MailList } from "../MailList.tsx";
import { MailView } from "../MailView.tsx";
import classes from "../mail.module.css";
import { mailApi, mailQuery } from "../mail-queries.ts";

/** The instance's sent e-mail with its outcome. */
export function InstanceMail() {
  const [q, setQ] = useState("");
  const [openId, setOpenId] = useState<string>();
  const list = useInfiniteQuery(mailQuery(q));
  const mails = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const delivery = list.data?.pages[0]?.delivery;
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <Text c="dimmed">What this instance sent in the last 30 days</Text>
        <TestButton onSent={() => void list.refetch()} />
      </Group>
      {!list.data && <QueryState query={list} failure="We couldn’t load the e-mail." height={320} />}
      {delivery && (
        <Stack gap="md">
          <DeliveryNote delivery={delivery} />
          {(mails.length > 0 || q !== "") && (
            <SearchField
              label="Search by recipient"
              placeholder="Recipient’s e-mail address"
              onSearch={setQ}
            />
          )}
          {mails.length === 0 && (q === "" ? <NoMail /> : <NothingFound />)}
          {mails.length > 0 && (
            <div className={classes.panes} data-open={openId !== undefined || undefined}>
              <Stack gap="sm" className={classes.list}>
                <MailList mails={mails} openId={openId} onOpen={setOpenId} />
                <ShowMoreButton list={list} />
              </Stack>
              <MailView id={openId} onClose={() => setOpenId(undefined)} />
            </div>
          )}
        </Stack>
      )}
    </>
  );
}

function TestButton({ onSent }: { onSent: () => void }) {
  const send = useMutation(
    mailApi.sendTestMail.mutationOptions({
      onSuccess: ({ to }) => {
        toastSuccess({ title: "Test e-mail on its way", message: `It goes to ${to}. Watch the list below.` });
        onSent();
      },
      onError: (error) => toastError(error, "We couldn’t send a test e-mail. Try again."),
    }),
  );
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} />}
      loading={send.isPending}
      onClick={() => send.mutate({})}
    >
      Send test e-mail
    </Button>
  );
}

function DeliveryNote({ delivery }: { delivery: "folder" | "smtp" }) {
  if (delivery === "smtp") {
    return (
      <Alert variant="default" icon={<IconMail />} title="E-mail goes out through your mail server">
        Below is what your server said about each one.
      </Alert>
    );
  }
  return (
    <Alert variant="default" icon={<IconFolder />} title="No mail server is set, so e-mail is kept here">
      Nobody receives it. Read it here, or set SMTP_URL in the configuration.
    </Alert>
  );
}

function NoMail() {
  return (
    <EmptyPanel
      icon={<IconMailbox />}
      title="No e-mail yet"
      description="E-mail shows up here when someone signs up, asks for a link or becomes a lead."
    />
  );
}

function NothingFound() {
  return (
    <EmptyPanel
      icon={<IconMailSearch />}
      title="No e-mail found"
      description="Nothing went to an address like that in the last 30 days."
    />
  );
}
