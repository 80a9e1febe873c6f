import { PasswordInput, Switch, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type {
  IncomingWebhook,
  NewIncomingWebhook,
} from "#src/features/audience/incoming-webhooks/contract.ts";
import {
  DEFAULT_EMAIL_PATH,
  EXAMPLE_PATH,
  INCOMING_NAME_CHARS_MAX,
  PATH_CHARS_MAX,
  SECRET_CHARS_MAX,
  SECRET_CHARS_MIN,
} from "#src/features/audience/incoming-webhooks/rules.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { incomingApi, useIncomingRefresh } from "./shared/incoming-queries.ts";

interface IncomingDialogProps {
  /** The webhook to edit, or undefined to add one. */
  webhook?: IncomingWebhook;
  opened: boolean;
  onClose: () => void;
  onMade: (made: NewIncomingWebhook) => void;
}

export function IncomingDialog({ opened, ...form }: IncomingDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={form.onClose}
      title={form.webhook ? "Edit incoming webhook" : "Add incoming webhook"}
    >
      <IncomingForm {...form} />
    </FormDialog>
  );
}

const NEW = { name: "", email_path: DEFAULT_EMAIL_PATH, name_path: "", id_path: "", adds_contacts: false };
type Texts = "name" | "email_path" | "name_path" | "id_path";

function IncomingForm({ webhook, onClose, onMade }: Omit<IncomingDialogProps, "opened">) {
  const refresh = useIncomingRefresh();
  const [form, setForm] = useState({ ...NEW, ...webhook });
  const [isSigned, setSigned] = useState(webhook?.is_signed ?? false);
  const [secret, setSecret] = useState("");
  const isSecretShort =
    isSigned && secret.length < SECRET_CHARS_MIN && !(webhook?.is_signed && secret === "");
  const [isChecked, setChecked] = useState(false);
  const send = useMutation({
    mutationFn: async () => {
      const { name, adds_contacts } = form;
      const [email_path = "", name_path = "", id_path = ""] = [
        form.email_path,
        form.name_path,
        form.id_path,
      ].map((path) => path.trim());
      const given = { name, adds_contacts, email_path: email_path || DEFAULT_EMAIL_PATH, name_path, id_path };
      if (!webhook) return incomingApi.create.call({ ...given, secret: isSigned ? secret : null });
      const changed = !isSigned ? { secret: null } : secret === "" ? {} : { secret };
      await incomingApi.update.call({ id: webhook.id, ...given, ...changed });
      return undefined;
    },
    onSuccess: async (made) => {
      await refresh();
      onClose();
      if (made) onMade(made);
    },
  });
  const { submit, failure, isSending } = formOf(send, "The webhook couldn’t be saved. Try again.", () => {
    setChecked(true);
    return !isSecretShort;
  });
  const isOfName = apiErrorOf(send.error)?.code === "INCOMING_NAME_MISSING";
  const text = (field: Texts, charsMax: number = PATH_CHARS_MAX) => ({
    maxLength: charsMax,
    value: form[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((now) => ({ ...now, [field]: value })),
  });
  const code = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false, dir: "ltr" } as const;
  return (
    <DialogForm
      entity={{ submit, failure: isOfName ? undefined : failure, isSending }}
      action={webhook ? "Save webhook" : "Get the URL"}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Shop orders"
        data-autofocus
        error={isOfName ? failure : undefined}
        {...text("name", INCOMING_NAME_CHARS_MAX)}
      />
      <TextInput
        label="Field with the e-mail address"
        description={`With a dot for each level, such as ${EXAMPLE_PATH}`}
        {...code}
        {...text("email_path")}
      />
      <TextInput label="Field with the name (optional)" {...code} {...text("name_path")} />
      <TextInput
        label="Field with an id (optional)"
        description="What has the same one again counts once. An Idempotency-Key does that, too."
        {...code}
        {...text("id_path")}
      />
      <Switch
        label="Add people who aren’t leads yet"
        description="They get no e-mail until they sign up or confirm: another program can’t agree for them."
        checked={form.adds_contacts}
        onChange={({ currentTarget: { checked } }) => setForm((now) => ({ ...now, adds_contacts: checked }))}
      />
      <Switch
        label="Only take what’s signed"
        description="For programs that sign with a secret, by HMAC SHA-256"
        checked={isSigned}
        onChange={({ currentTarget: { checked } }) => setSigned(checked)}
      />
      {isSigned && (
        <PasswordInput
          label="Secret"
          placeholder={webhook?.is_signed ? "As before" : ""}
          autoComplete="new-password"
          maxLength={SECRET_CHARS_MAX}
          error={isChecked && isSecretShort ? `Enter at least ${SECRET_CHARS_MIN} characters.` : undefined}
          value={secret}
          onChange={({ currentTarget: { value } }) => setSecret(value)}
        />
      )}
    </DialogForm>
  );
}
