import { Radio, Select, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Candidate } from "#src/features/reach/ownership-transfer/contract.ts";
import { OFFER_DAYS } from "#src/features/reach/ownership-transfer/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { handoverApi, useHandoverRefresh } from "./handover-queries.ts";

interface HandOverDialogProps {
  candidates: readonly Candidate[];
  opened: boolean;
  onClose: () => void;
}

export function HandOverDialog({ candidates, opened, onClose }: HandOverDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Hand over the account">
      <HandOverForm candidates={candidates} onClose={onClose} />
    </FormDialog>
  );
}

function HandOverForm({ candidates, onClose }: Omit<HandOverDialogProps, "opened">) {
  const refresh = useHandoverRefresh();
  const [memberId, setMember] = useState<string | null>(null);
  const [isStaying, setStaying] = useState(true);
  const [isChecked, setChecked] = useState(false);
  const chosen = candidates.find(({ id }) => id === memberId);
  const problem = chosen ? chosen.obstacle : "Choose someone.";
  const send = useMutation({
    mutationFn: (id: string) => handoverApi.offer.call({ member_id: id, is_staying: isStaying }),
    onSuccess: async ({ offer }) => {
      await refresh();
      toastSuccess({ message: `We’ve e-mailed ${offer?.to.name ?? "them"}.` });
      onClose();
    },
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setChecked(true);
    if (chosen && problem === null && !send.isPending) send.mutate(chosen.id);
  };
  const failure = send.error ? errorMessage(send.error, "The offer couldn’t be sent. Try again.") : undefined;
  return (
    <DialogForm
      entity={{ submit, failure, isSending: send.isPending }}
      action="Send the offer"
      onClose={onClose}
    >
      <Stack>
        <Select
          label="New owner"
          placeholder="Someone on your team"
          data={candidates.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
          value={memberId}
          error={(isChecked || chosen) && problem}
          onChange={setMember}
          data-autofocus
        />
        <Radio.Group
          label="And you?"
          value={isStaying ? "stay" : "leave"}
          onChange={(value) => setStaying(value === "stay")}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="stay" label="Stay on the team as an admin" />
            <Radio value="leave" label="Leave the team" />
          </Stack>
        </Radio.Group>
        <Text size="sm">
          They have {OFFER_DAYS} days to accept. Once they do, the account is theirs, and only they could hand
          it back. You’ll sign in as before, and have an account of your own with nothing in it.
          {!isStaying && " API keys and webhooks that you made stop working."}
        </Text>
      </Stack>
    </DialogForm>
  );
}
