import { SegmentedControl, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BroadcastAudience } from "#src/features/admin/notifications/audience-contract.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { plural } from "#src/kit/plural.ts";
import { withReauthentication } from "#src/kit/reauthenticate.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { broadcastsApi, useBroadcastsRefresh } from "./studio-queries.ts";

interface SendDialogProps {
  opened: boolean;
  onClose: () => void;
  id: string;
  audience: BroadcastAudience;
  onSent: () => void;
}

/** Sends a saved draft, now or later. */
export function SendDialog({ opened, onClose, ...form }: SendDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Send it">
      <SendForm onClose={onClose} {...form} />
    </FormDialog>
  );
}

function SendForm({ id, audience, onClose, onSent }: Omit<SendDialogProps, "opened">) {
  const refresh = useBroadcastsRefresh();
  const { data } = useQuery(broadcastsApi.audience.queryOptions({ input: { audience } }));
  const [when, setWhen] = useState("now");
  const [time, setTime] = useState("");
  const send = useMutation({
    mutationFn: () =>
      withReauthentication(() => broadcastsApi.send.call({ id, send_at: when === "now" ? null : time })),
    onSuccess: async ({ state }) => {
      await refresh();
      toastSuccess({
        message: state === "waiting" ? "A colleague has to confirm it" : "Sent off",
      });
      onSent();
    },
  });
  return (
    <DialogForm
      entity={formOf(send, "That couldn’t be sent. Try again.")}
      action={data?.needs_second ? "Ask a colleague" : "Send"}
      onClose={onClose}
    >
      {data && <Text fw={600}>{plural(data.count, "account")}</Text>}
      {data?.needs_second && (
        <Text size="sm">That’s so many that someone else on the staff has to confirm it.</Text>
      )}
      <SegmentedControl
        aria-label="When"
        data={[
          { value: "now", label: "Now" },
          { value: "later", label: "At a time" },
        ]}
        value={when}
        onChange={setWhen}
      />
      {when === "later" && (
        <TextInput
          size="md"
          type="datetime-local"
          label="When"
          description="By everyone’s own clock. Those whose clock is past it get it at once."
          value={time}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
      )}
    </DialogForm>
  );
}
