import { Checkbox, PasswordInput, Select, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Mailbox, MailboxTest } from "#src/features/email/sending-accounts/contract.ts";
import { NO_LIMITS } from "#src/features/email/sending-accounts/rules.ts";
import { apiErrorOf, errorMessage } from "#src/kit/api-error.ts";
import { DialogForm } from "#src/kit/form/FormDialog.tsx";
import { newId } from "#src/kit/new-id.ts";
import { mailboxesApi, useMailboxesRefresh } from "../mailbox-queries.ts";
import { AddressFields } from "./AddressFields.tsx";
import { type FieldsProps, fieldOf, type MailboxValues, missingFields, valuesOf } from "./mailbox-values.ts";
import { ANOTHER_SERVER, PRESETS, type Preset, presetNamed, presetOf } from "./presets.ts";
import { ServerFields } from "./ServerFields.tsx";

interface MailboxFormProps {
  mailbox: Mailbox | undefined;
  onClose: () => void;
  /** Called to sign in at Google instead, or to send through this site. */
  onKind: (kind: Mailbox["kind"]) => void;
  offersInstance: boolean;
  onTested: (test: MailboxTest) => void;
}

const GMAIL = "Gmail, by signing in at Google";
const INSTANCE = "This instance’s mail server";
const groupsOf = (offersInstance: boolean) => [
  { group: "Without a password", items: [GMAIL, ...(offersInstance ? [INSTANCE] : [])] },
  ...PRESETS.map(({ group, presets }) => ({ group, items: presets.map(({ name }) => name) })),
  { group: "Other", items: [ANOTHER_SERVER] },
];

function usePreset(mailbox: Mailbox | undefined) {
  const [preset, setPreset] = useState(mailbox && presetOf(mailbox));
  const [values, setValues] = useState(() => valuesOf(mailbox));
  const set = (changes: Partial<MailboxValues>) => setValues((all) => ({ ...all, ...changes }));
  const choose = (name: string) => {
    const next = presetNamed(name);
    const { host, port, security, auth = "plain", token_url = "" } = next;
    setPreset(next);
    set({ host, port, security, auth, token_url, username: next.username ?? "", password: "" });
  };
  return { preset, values, set, choose };
}

/** Without a username of their own, people sign in with the sender's address. */
function sentOf(values: MailboxValues, preset: Preset): MailboxValues {
  const isAddress = values.username === "" && !preset.hasOwnUsername && values.auth !== "none";
  return isAddress ? { ...values, username: values.from_address } : values;
}

export function MailboxForm({ mailbox, onClose, onKind, offersInstance, onTested }: MailboxFormProps) {
  const refresh = useMailboxesRefresh();
  const { preset, values, set, choose } = usePreset(mailbox);
  const [warms_up, setWarmsUp] = useState(false);
  const [id] = useState(() => mailbox?.id ?? newId());
  const [isTried, setIsTried] = useState(false);
  const gaps = preset ? missingFields(values, { preset, isSaved: mailbox !== undefined }) : {};
  const send = useMutation({
    mutationFn: async () => {
      if (!preset) return undefined;
      const sent = sentOf(values, preset);
      const limits = { ...NO_LIMITS, per_day: preset.per_day ?? null };
      const saved = mailbox
        ? await mailboxesApi.update.call({ id, ...sent })
        : await mailboxesApi.create.call({ kind: "smtp", id, ...sent, limits, warms_up });
      return saved.tested_at === null ? mailboxesApi.test.call({ id }) : undefined;
    },
    onSettled: refresh,
    onSuccess: (test) => (test ? onTested(test) : onClose()),
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (send.isPending) return;
    setIsTried(true);
    if (Object.keys(gaps).length === 0) send.mutate();
    else send.reset();
  };
  const failure = send.error
    ? errorMessage(send.error, "The sending account couldn’t be saved. Try again.")
    : undefined;
  const field = fieldOf(apiErrorOf(send.error)?.code);
  const errorOf = (name: keyof MailboxValues) =>
    isTried ? (gaps[name] ?? (name === field ? failure : undefined)) : undefined;
  const entity = { submit, failure: field ? undefined : failure, isSending: send.isPending };
  return (
    <DialogForm entity={entity} action={mailbox ? "Save and test" : "Add and test"} onClose={onClose}>
      <Select
        size="md"
        label="Provider"
        placeholder="Search 25 providers"
        data={groupsOf(offersInstance && !mailbox)}
        searchable
        allowDeselect={false}
        // The list itself scrolls: axe requires any other scrolling element to be focusable.
        withScrollArea={false}
        styles={{ options: { maxHeight: 280, overflowY: "auto" } }}
        data-autofocus={!mailbox || undefined}
        openOnFocus={!mailbox}
        value={preset?.name ?? null}
        onChange={(name) => {
          if (name === GMAIL) onKind("gmail");
          else if (name === INSTANCE) onKind("instance");
          else if (name !== null) choose(name);
        }}
      />
      {preset && (
        <>
          <SenderFields values={values} set={set} errorOf={errorOf} />
          <SignInFields values={values} set={set} errorOf={errorOf} preset={preset} isSaved={!!mailbox} />
          <ServerFields
            key={preset.name}
            values={values}
            set={set}
            errorOf={errorOf}
            isOpen={preset.host === ""}
          />
          {!mailbox && (
            <Checkbox
              label="Warm up"
              description="For a new account or domain: 50 e-mails on the first day, and twice as many each day after."
              checked={warms_up}
              onChange={({ currentTarget }) => setWarmsUp(currentTarget.checked)}
            />
          )}
        </>
      )}
    </DialogForm>
  );
}

function SenderFields({ values, set, errorOf }: FieldsProps) {
  const text = (name: "from_name" | "from_address") => ({
    value: values[name],
    error: errorOf(name),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      set({ [name]: currentTarget.value }),
  });
  return (
    <>
      <TextInput label="Sender’s name" placeholder="Mia Moreno" autoComplete="name" {...text("from_name")} />
      <TextInput
        label="Sender’s e-mail address"
        placeholder="hello@example.com"
        type="email"
        autoComplete="email"
        {...text("from_address")}
      />
      <AddressFields values={values} set={set} errorOf={errorOf} />
    </>
  );
}

function SignInFields({
  values,
  set,
  errorOf,
  preset,
  isSaved,
}: FieldsProps & { preset: Preset; isSaved: boolean }) {
  if (values.auth === "none") return null;
  const label = values.auth === "xoauth2" ? "Refresh token" : "Password";
  return (
    <>
      {preset.hint && <Text size="sm">{preset.hint}</Text>}
      <TextInput
        label="Username"
        placeholder={preset.hasOwnUsername ? undefined : values.from_address || "The sender’s address"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoComplete="off"
        value={values.username}
        error={errorOf("username")}
        onChange={({ currentTarget }) => set({ username: currentTarget.value })}
      />
      <PasswordInput
        label={label}
        placeholder={isSaved ? "Unchanged" : undefined}
        autoComplete="new-password"
        value={values.password}
        error={errorOf("password")}
        onChange={({ currentTarget }) => set({ password: currentTarget.value })}
      />
    </>
  );
}
