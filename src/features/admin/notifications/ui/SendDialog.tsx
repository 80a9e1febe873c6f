import { NativeSelect, SegmentedControl, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BroadcastAudience } from "#src/features/admin/notifications/audience-contract.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { plural } from "#src/kit/plural.ts";
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
  const [often, setOften] = useState<Often>("once");
  const [until, setUntil] = useState("");
  const later =
    when === "now"
      ? { send_at: null }
      : { send_at: time, repeat: often === "once" ? null : { every: often, until: until || null } };
  const send = useMutation({
    mutationFn: () => broadcastsApi.send.call({ id, ...later }),
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
      {(when === "now" || often === "once") && (
        <Text size="sm">Whoever comes to match the audience after this doesn’t get it.</Text>
      )}
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
        <LaterFields
          time={time}
          onTime={setTime}
          often={often}
          onOften={setOften}
          until={until}
          onUntil={setUntil}
        />
      )}
    </DialogForm>
  );
}

const OFTEN = [
  { value: "once", label: "Once" },
  { value: "week", label: "Every week" },
  { value: "month", label: "Every month" },
] as const;
type Often = (typeof OFTEN)[number]["value"];

interface LaterFieldsProps {
  time: string;
  onTime: (time: string) => void;
  often: Often;
  onOften: (often: Often) => void;
  until: string;
  onUntil: (until: string) => void;
}

/** When it comes, and whether it comes again. */
function LaterFields({ time, onTime, often, onOften, until, onUntil }: LaterFieldsProps) {
  return (
    <>
      <TextInput
        size="md"
        type="datetime-local"
        label="When"
        description="By everyone’s own clock. Those whose clock is past it get it at once."
        value={time}
        onChange={({ currentTarget }) => onTime(currentTarget.value)}
      />
      <NativeSelect
        size="md"
        label="How often"
        description={
          often === "once"
            ? undefined
            : "The same day each time, or the month’s last one if it’s shorter. Each time, it’s for whoever matches the audience by then."
        }
        data={OFTEN}
        value={often}
        onChange={({ currentTarget: { value } }) =>
          onOften(OFTEN.find((one) => one.value === value)?.value ?? "once")
        }
      />
      {often !== "once" && (
        <TextInput
          size="md"
          type="date"
          label="Last day (optional)"
          description="Without one, it comes until you stop it."
          value={until}
          onChange={({ currentTarget }) => onUntil(currentTarget.value)}
        />
      )}
    </>
  );
}
