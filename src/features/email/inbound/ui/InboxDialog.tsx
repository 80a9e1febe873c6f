import { Button, NativeSelect, NumberInput, PasswordInput, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { InboxProps } from "#src/features/audience/contacts/ui/shared/contact.slots.ts";
import type { Inbox } from "#src/features/email/inbound/contract.ts";
import type { InboxAuth } from "#src/features/email/inbound/rules.ts";
import { SECURITIES, type Security } from "#src/features/email/sending-accounts/rules.ts";
import { apiErrorOf, errorMessage } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { GmailInbox } from "./GmailInbox.tsx";
import { InboxState } from "./InboxState.tsx";
import { inboundApi } from "./inbound-queries.ts";

interface InboxDialogProps {
  sender: Omit<InboxProps, "kind">;
  isGmail: boolean;
  opened: boolean;
  onClose: () => void;
}

export function InboxDialog({ opened, ...props }: InboxDialogProps) {
  return (
    <FormDialog opened={opened} onClose={props.onClose} title="Replies and bounces">
      <Loaded {...props} />
    </FormDialog>
  );
}

function Loaded(props: Omit<InboxDialogProps, "opened">) {
  const query = useQuery(inboundApi.get.queryOptions({ input: { id: props.sender.id }, staleTime: 0 }));
  const { data } = query;
  if (data && props.isGmail) return <GmailInbox id={props.sender.id} inbox={data} onClose={props.onClose} />;
  if (data) return <InboxForm {...props} inbox={data} />;
  return <QueryState query={query} failure="We couldn’t load this inbox." height={240} />;
}

const SECURITY_LABELS = {
  starttls: "STARTTLS (usually port 143)",
  tls: "TLS (usually port 993)",
  none: "None",
};

const lendsToken = ({ auth }: InboxDialogProps["sender"]) => auth === "xoauth2";

/** Most providers name their servers alike. */
function firstValues(sender: InboxDialogProps["sender"], inbox: Inbox) {
  const guessed = sender.host
    .replace(/^smtp(?=\.office365\.com$)/i, "outlook")
    .replace(/^(?:smtp|mail-?out|out)\b[^.]*/i, "imap");
  const { host, port, security, auth, username } = inbox.server ?? {
    host: guessed,
    port: 993,
    username: sender.username,
    security: "tls" as Security,
    auth: lendsToken(sender) ? ("xoauth2" as const) : ("plain" as const),
  };
  return { host, port, security, auth, username, password: "" };
}

/** The form's fields for each of the server's. */
const FIELDS: Readonly<Record<string, string>> = {
  MAIL_HOST_INVALID: "host",
  MAIL_HOST_PLAIN: "security",
  MAIL_USERNAME_MISSING: "username",
  MAIL_PASSWORD_MISSING: "password",
  INBOX_TOKEN: "auth",
};

function useInbox({
  sender,
  inbox,
  onClose,
}: Omit<InboxDialogProps, "opened" | "isGmail"> & { inbox: Inbox }) {
  const { id } = sender;
  const queries = useQueryClient();
  const [values, setValues] = useState(() => firstValues(sender, inbox));
  const refresh = () => queries.invalidateQueries({ queryKey: inboundApi.get.key() });
  const save = useMutation({
    mutationFn: async () => {
      await inboundApi.save.call({ id, ...values });
      return inboundApi.test.call({ id });
    },
    onSettled: refresh,
    onSuccess: ({ is_ok, words }) => {
      if (!is_ok) return;
      toastSuccess({ message: words });
      onClose();
    },
  });
  const stop = useMutation({
    mutationFn: () => inboundApi.remove.call({ id }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  return { values, set: (more: Partial<typeof values>) => setValues({ ...values, ...more }), save, stop };
}

type FormProps = Omit<InboxDialogProps, "opened" | "isGmail"> & { inbox: Inbox };

function InboxForm(props: FormProps) {
  const { inbox, onClose } = props;
  const { values, set, save, stop } = useInbox(props);
  const refusal = save.error ? errorMessage(save.error, "We couldn’t save this. Try again.") : undefined;
  const field = FIELDS[apiErrorOf(save.error)?.code ?? ""];
  const found = save.data && !save.data.is_ok ? save.data.words : undefined;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!save.isPending) save.mutate();
  };
  const failure = field ? undefined : (refusal ?? found);
  return (
    <DialogForm
      entity={{ submit, failure, isSending: save.isPending }}
      action="Save and test"
      onClose={onClose}
    >
      <Text size="sm">
        Tell us where replies arrive. They show up with your leads, addresses that bounce get no more e-mail,
        and we never change or delete anything in your inbox.
      </Text>
      {inbox.is_on && failure === undefined && <InboxState inbox={inbox} />}
      <ServerInputs
        values={values}
        set={set}
        errorOf={(name) => (name === field ? refusal : undefined)}
        isSaved={inbox.server?.auth === "plain"}
        lendsToken={lendsToken(props.sender) || values.auth === "xoauth2"}
      />
      {inbox.is_on && (
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: "start" }}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          Stop reading replies
        </Button>
      )}
    </DialogForm>
  );
}

type Values = ReturnType<typeof firstValues>;
interface ServerInputsProps {
  values: Values;
  set: (more: Partial<Values>) => void;
  errorOf: (name: keyof Values) => string | undefined;
  isSaved: boolean;
  lendsToken: boolean;
}

function ServerInputs({ values, set, errorOf, isSaved, lendsToken }: ServerInputsProps) {
  return (
    <>
      <TextInput
        label="Host"
        placeholder="imap.example.com"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-autofocus
        autoFocus
        value={values.host}
        error={errorOf("host")}
        onChange={({ currentTarget }) => set({ host: currentTarget.value })}
      />
      <NumberInput
        size="md"
        label="Port"
        min={1}
        max={65_535}
        allowDecimal={false}
        allowNegative={false}
        value={values.port}
        onChange={(port) => typeof port === "number" && port > 0 && set({ port })}
      />
      <NativeSelect
        size="md"
        label="Encryption"
        data={SECURITIES.map((value) => ({ value, label: SECURITY_LABELS[value] }))}
        value={values.security}
        error={errorOf("security")}
        onChange={({ currentTarget }) => set({ security: currentTarget.value as Security })}
      />
      <TextInput
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={values.username}
        error={errorOf("username")}
        onChange={({ currentTarget }) => set({ username: currentTarget.value })}
      />
      {lendsToken && (
        <NativeSelect
          size="md"
          label="Sign-in"
          data={[
            { value: "xoauth2", label: "OAuth, as for sending" },
            { value: "plain", label: "Password" },
          ]}
          value={values.auth}
          error={errorOf("auth")}
          onChange={({ currentTarget }) => set({ auth: currentTarget.value as InboxAuth })}
        />
      )}
      {values.auth === "plain" && (
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          placeholder={isSaved ? "As it is" : undefined}
          value={values.password}
          error={errorOf("password")}
          onChange={({ currentTarget }) => set({ password: currentTarget.value })}
        />
      )}
    </>
  );
}
