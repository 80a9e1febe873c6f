import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { EVENT_TYPES, WEBHOOK_EVENTS, type Webhook } from "#src/features/reach/webhooks/contract.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { useWebhooksRefresh, webhooksApi } from "./webhook-queries.ts";

interface WebhookDialogProps {
  /** The webhook to edit, or undefined to add one. */
  webhook?: Webhook;
  opened: boolean;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

export function WebhookDialog({ opened, ...form }: WebhookDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title={form.webhook ? "Edit webhook" : "Add webhook"}>
      <WebhookForm {...form} />
    </FormDialog>
  );
}

function WebhookForm({ webhook, onClose, onSecret }: Omit<WebhookDialogProps, "opened">) {
  const refresh = useWebhooksRefresh();
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ["lead.created"]);
  const send = useMutation({
    mutationFn: async () => {
      const wanted = { events: EVENT_TYPES.filter((type) => events.includes(type)) };
      if (!webhook) return (await webhooksApi.create.call({ url, ...wanted })).secret;
      const moved = url === webhook.url ? {} : { url };
      await webhooksApi.update.call({ id: webhook.id, ...wanted, ...moved });
      return undefined;
    },
    onSuccess: async (secret) => {
      await refresh();
      onClose();
      if (secret !== undefined) onSecret(secret);
    },
  });
  const { submit, failure, isSending } = formOf(send, "The webhook couldn’t be saved. Try again.");
  const code = apiErrorOf(send.error)?.code ?? "";
  const isOfUrl = code.startsWith("WEBHOOK_URL_");
  const isOfEvents = code === "WEBHOOK_EVENTS_MISSING";
  const entity = { submit, failure: isOfUrl || isOfEvents ? undefined : failure, isSending };
  return (
    <DialogForm entity={entity} action={webhook ? "Save webhook" : "Add webhook"} onClose={onClose}>
      <TextInput
        label="URL"
        placeholder="https://example.com/hooks"
        inputMode="url"
        data-autofocus
        value={url}
        error={isOfUrl ? failure : undefined}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <Checkbox.Group
        label="Events"
        value={events}
        error={isOfEvents ? failure : undefined}
        onChange={setEvents}
      >
        <Stack gap="xs" mt="xs">
          {WEBHOOK_EVENTS.map(({ type, label }) => (
            <Checkbox key={type} value={type} label={label} description={type} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}
