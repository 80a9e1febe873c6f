import { Alert, Button, Code, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import {
  PROVIDERS,
  type Provider,
  type ProviderWebhook,
} from "#src/features/email/inbound/provider-webhook-contract.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { confirm } from "#src/kit/confirm.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { inboundApi } from "./inbound-queries.ts";
import { webhookProblem } from "./shared/webhook-problem.ts";

interface HookDialogProps {
  id: string;
  host: string;
  opened: boolean;
  onClose: () => void;
}

export function ProviderWebhookDialog({ opened, ...props }: HookDialogProps) {
  return (
    <FormDialog opened={opened} onClose={props.onClose} title="Reports from your provider">
      <Loaded {...props} />
    </FormDialog>
  );
}

function Loaded(props: Omit<HookDialogProps, "opened">) {
  const query = useQuery(inboundApi.getHook.queryOptions({ input: { id: props.id }, staleTime: 0 }));
  const { data } = query;
  if (data) return <HookForm {...props} hook={data} />;
  return <QueryState query={query} failure="We couldn’t load this." height={240} />;
}

interface ProviderWords {
  label: string;
  /** Matches its mail servers. */
  hosts: RegExp;
  secret?: { label: string; placeholder: string };
  steps: string;
}

const WORDS: Readonly<Record<Provider, ProviderWords>> = {
  ses: {
    label: "Amazon SES",
    hosts: /amazonaws\.com/,
    secret: { label: "ARN of the SNS topic", placeholder: "arn:aws:sns:eu-west-1:123456789012:bounces" },
    steps:
      "At Amazon, subscribe this URL to the topic (HTTPS, without raw delivery). Send bounces, complaints, deliveries and subscriptions with their original headers to it.",
  },
  postmark: {
    label: "Postmark",
    hosts: /postmarkapp\.com/,
    steps:
      "At Postmark, add this URL as a webhook for deliveries, bounces, spam complaints and subscription changes.",
  },
  sendgrid: {
    label: "SendGrid",
    hosts: /sendgrid/,
    secret: { label: "Verification key", placeholder: "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE…" },
    steps:
      "At SendGrid, add this URL as an event webhook for deliveries, bounces, drops, spam reports and both kinds of unsubscribes, and turn on its signature.",
  },
  mailgun: {
    label: "Mailgun",
    hosts: /mailgun/,
    secret: { label: "HTTP webhook signing key", placeholder: "" },
    steps: "At Mailgun, add this URL for deliveries, permanent failures, spam complaints and unsubscribes.",
  },
  resend: {
    label: "Resend",
    hosts: /resend/,
    secret: { label: "Signing secret", placeholder: "whsec_…" },
    steps: "At Resend, add this URL for delivered, bounced and complained e-mail, and for updated contacts.",
  },
};

function useHook({ id, host, hook }: Omit<HookDialogProps, "opened"> & { hook: ProviderWebhook }) {
  const queries = useQueryClient();
  const guessed = PROVIDERS.find((one) => WORDS[one].hosts.test(host)) ?? "ses";
  const [provider, setProvider] = useState<Provider>(hook.provider ?? guessed);
  const [key, setKey] = useState("");
  const keep = (saved: ProviderWebhook) =>
    queries.setQueryData(inboundApi.getHook.queryKey({ input: { id } }), saved);
  const save = useMutation({
    mutationFn: () => inboundApi.saveHook.call({ id, provider, key }),
    onSuccess: (saved) => {
      keep(saved);
      setKey("");
    },
  });
  const remove = useMutation({
    mutationFn: () => inboundApi.removeHook.call({ id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: inboundApi.getHook.key() }),
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const choose = (next: Provider) => {
    setProvider(next);
    setKey("");
    save.reset();
  };
  return { provider, choose, key, setKey, save, remove };
}

function HookForm(props: Omit<HookDialogProps, "opened"> & { hook: ProviderWebhook }) {
  const { hook, onClose } = props;
  const { provider, choose, key, setKey, save, remove } = useHook(props);
  const words = WORDS[provider];
  const isSaved = hook.provider === provider;
  const refusal = save.error ? errorMessage(save.error, "We couldn’t save this. Try again.") : undefined;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!save.isPending) save.mutate();
  };
  const stop = async () => {
    const question = {
      title: "Remove the webhook?",
      message: "Bounces and complaints that your provider reports aren’t noted anymore.",
      confirm: "Remove webhook",
      danger: true,
    };
    if (await confirm(question)) remove.mutate();
  };
  return (
    <DialogForm
      entity={{ submit, failure: words.secret ? undefined : refusal, isSending: save.isPending }}
      action={isSaved ? "Save" : "Get URL"}
      onClose={onClose}
    >
      <Text size="sm">
        If you send through one of these, it can tell us which e-mail arrived, bounced or was reported as
        spam, and who unsubscribed there.
      </Text>
      <NativeSelect
        size="md"
        label="Provider"
        data-autofocus
        autoFocus
        data={PROVIDERS.map((value) => ({ value, label: WORDS[value].label }))}
        value={provider}
        onChange={({ currentTarget }) => choose(currentTarget.value as Provider)}
      />
      {words.secret && (
        <TextInput
          label={words.secret.label}
          placeholder={isSaved ? "As it is" : words.secret.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={key}
          error={refusal}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
      )}
      {isSaved && (
        <Stack gap="xs">
          {hook.url !== "" && <HookUrl url={hook.url} steps={words.steps} />}
          <State hook={hook} />
          <Button
            size="xs"
            variant="default"
            style={{ alignSelf: "start" }}
            loading={remove.isPending}
            onClick={() => void stop()}
          >
            Remove webhook
          </Button>
        </Stack>
      )}
    </DialogForm>
  );
}

function HookUrl({ url, steps }: { url: string; steps: string }) {
  return (
    <>
      <Text size="sm">{steps}</Text>
      <Group gap="xs" wrap="nowrap">
        <Code block tabIndex={0} role="group" aria-label="URL" style={{ flex: 1, minWidth: 0, padding: 8 }}>
          {url}
        </Code>
        <IconButton aria-label="Copy URL" data-hint="Copy" onClick={() => void copyText(url, "URL")}>
          <IconCopy size={18} />
        </IconButton>
      </Group>
    </>
  );
}

function State({ hook }: { hook: ProviderWebhook }) {
  const { url, taken_at } = hook;
  const trouble = webhookProblem(hook);
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {taken_at === null ? "Nothing has come in yet." : `Last report ${formatDateTime(taken_at)}`}
      </Text>
      {url === "" && (
        <Alert variant="light" color="orange" p="xs">
          This instance’s secret has changed. Remove the webhook and add it again.
        </Alert>
      )}
      {trouble !== undefined && (
        <Alert variant="light" color="orange" p="xs">
          {trouble}
        </Alert>
      )}
    </>
  );
}
