import { NativeSelect, NumberInput, PasswordInput, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { SECURITIES, type Security } from "#src/features/email/sending-accounts/rules.ts";
import { apiErrorOf, errorMessage } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { newId } from "#src/kit/new-id.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { deliverability } from "./deliverability-client.ts";

interface SeedDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function SeedDialog({ opened, onClose }: SeedDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Add seed address">
      <SeedForm onClose={onClose} />
    </FormDialog>
  );
}

const SECURITY_LABELS: Readonly<Record<Security, string>> = {
  starttls: "STARTTLS (usually port 143)",
  tls: "TLS (usually port 993)",
  none: "None",
};

/** Where the largest providers' inboxes are read. */
const HOSTS: Readonly<Record<string, string>> = {
  "gmail.com": "imap.gmail.com",
  "googlemail.com": "imap.gmail.com",
  "outlook.com": "outlook.office365.com",
  "hotmail.com": "outlook.office365.com",
  "yahoo.com": "imap.mail.yahoo.com",
  "icloud.com": "imap.mail.me.com",
  "gmx.de": "imap.gmx.net",
  "gmx.net": "imap.gmx.net",
  "web.de": "imap.web.de",
};

const FIRST = {
  address: "",
  host: "",
  port: 993,
  security: "tls" as Security,
  username: "",
  password: "",
};

/** The form's fields for each refusal. */
const FIELDS: Readonly<Record<string, keyof typeof FIRST>> = {
  SEED_ADDRESS_INVALID: "address",
  SEED_EXISTS: "address",
  MAIL_HOST_INVALID: "host",
  MAIL_HOST_PLAIN: "security",
  MAIL_USERNAME_MISSING: "username",
  MAIL_PASSWORD_MISSING: "password",
};

function SeedForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [id] = useState(newId);
  const [values, setValues] = useState(FIRST);
  const set = (more: Partial<typeof FIRST>) => setValues({ ...values, ...more });
  const add = useMutation({
    mutationFn: () => deliverability.addSeed.call({ id, ...values }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: deliverability.seeds.key() });
      toastSuccess({ message: "Seed address added" });
      onClose();
    },
  });
  const refusal = add.error ? errorMessage(add.error, "We couldn’t add this. Try again.") : undefined;
  const field = FIELDS[apiErrorOf(add.error)?.code ?? ""];
  const errorOf = (name: keyof typeof FIRST) => (name === field ? refusal : undefined);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!add.isPending) add.mutate();
  };
  /** Most providers name their servers alike, and sign in by the address. */
  const guess = () => {
    const domain = values.address.trim().toLowerCase().split("@")[1] ?? "";
    if (domain === "") return;
    set({
      ...(values.host === "" && { host: HOSTS[domain] ?? `imap.${domain}` }),
      ...(values.username === "" && { username: values.address.trim() }),
    });
  };
  const typed = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;
  return (
    <DialogForm
      entity={{ submit, failure: field ? undefined : refusal, isSending: add.isPending }}
      action="Look into it and add"
      onClose={onClose}
    >
      <Text size="sm">
        We only look for tests in it, and never change or delete anything. Gmail, Yahoo and iCloud want an app
        password.
      </Text>
      <TextInput
        label="E-mail address"
        type="email"
        data-autofocus
        {...typed}
        value={values.address}
        error={errorOf("address")}
        onChange={({ currentTarget }) => set({ address: currentTarget.value })}
        onBlur={guess}
      />
      <TextInput
        label="IMAP server"
        placeholder="imap.example.com"
        inputMode="url"
        {...typed}
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
        autoComplete="off"
        {...typed}
        value={values.username}
        error={errorOf("username")}
        onChange={({ currentTarget }) => set({ username: currentTarget.value })}
      />
      <PasswordInput
        label="Password"
        autoComplete="off"
        value={values.password}
        error={errorOf("password")}
        onChange={({ currentTarget }) => set({ password: currentTarget.value })}
      />
    </DialogForm>
  );
}
