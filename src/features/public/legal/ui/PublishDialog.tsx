import { Radio, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  AHEAD_DAYS_MAX,
  type LegalName,
  NOTICE_DAYS,
  NOTICES,
  type Notice,
} from "#src/features/public/legal/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { DAY_MS } from "#src/lib/time.ts";
import { legalApi } from "./legal-queries.ts";

interface PublishDialogProps {
  opened: boolean;
  onClose: () => void;
  name: LegalName;
  /** The draft as it was saved and looked at. */
  seen: string | null;
  onPublished: () => Promise<void>;
}

/** Publishes a saved draft, in force at once or from a day on. */
export function PublishDialog({ opened, onClose, ...form }: PublishDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Publish this version" size="lg">
      <PublishForm onClose={onClose} {...form} />
    </FormDialog>
  );
}

const HINTS: Readonly<Record<Notice, { label: string; hint: string }>> = {
  agree: {
    label: "People have to agree",
    hint: "For what changes something for them. They hear of it now, by e-mail and behind the bell, and agree when they next open their dashboard from that day on. Their pages and API keys go on working.",
  },
  tell: { label: "People are told", hint: "They hear of it now, by e-mail and behind the bell." },
  quiet: { label: "Nobody is told", hint: "For corrections that change nothing for anybody." },
};

/** A day in the calendar that the public pages go by. */
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

function PublishForm({ name, seen, onClose, onPublished }: Omit<PublishDialogProps, "opened">) {
  const [notice, setNotice] = useState<Notice>("tell");
  const [when, setWhen] = useState("later");
  const [day, setDay] = useState(() => dayAfter(NOTICE_DAYS));
  const publish = useMutation({
    mutationFn: () => {
      const effective_at = when === "now" ? null : `${day}T00:00:00.000Z`;
      return legalApi.publish.call({ name, notice, effective_at, seen });
    },
    onSuccess: async () => {
      toastSuccess({ message: "Published" });
      await onPublished();
    },
  });
  return (
    <DialogForm
      entity={formOf(publish, "That couldn’t be published. Try again.", () => when === "now" || day !== "")}
      action="Publish"
      onClose={onClose}
    >
      <Radio.Group
        label="Who hears of it"
        value={notice}
        onChange={(value) => setNotice(NOTICES.find((one) => one === value) ?? "tell")}
      >
        <Stack gap="xs" mt="xs">
          {NOTICES.map((value) => (
            <Radio key={value} value={value} label={HINTS[value].label} description={HINTS[value].hint} />
          ))}
        </Stack>
      </Radio.Group>
      <SegmentedControl
        aria-label="When it takes effect"
        data={[
          { value: "later", label: "From a day on" },
          { value: "now", label: "At once" },
        ]}
        value={when}
        onChange={setWhen}
      />
      {when === "later" && (
        <TextInput
          size="md"
          type="date"
          label="Takes effect on"
          description={`${NOTICE_DAYS} days’ notice is usual. Until then, the page says that a new version is coming.`}
          min={dayAfter(1)}
          max={dayAfter(AHEAD_DAYS_MAX - 1)}
          required
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      )}
      <Text size="sm" c="dimmed">
        A published version can’t be changed or taken back, only replaced by another one. It stays readable at
        an address of its own.
      </Text>
    </DialogForm>
  );
}
