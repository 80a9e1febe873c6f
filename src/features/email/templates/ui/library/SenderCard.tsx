import { Button, Skeleton, Stack, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SenderDetails } from "#src/features/email/templates/library/library-contract.ts";
import { Card } from "#src/kit/Card.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { templatesApi } from "../template-queries.ts";

export function SenderCard() {
  const { data } = useQuery(templatesApi.getSender.queryOptions());
  return (
    <Card title="Sender" text="It’s in the footer of all your e-mail. The law asks for a postal address.">
      {data ? <SenderForm saved={data} /> : <Skeleton h={120} />}
    </Card>
  );
}

function SenderForm({ saved }: { saved: SenderDetails }) {
  const queries = useQueryClient();
  const [sender, setSender] = useState(saved);
  const save = useMutation({
    mutationFn: () => templatesApi.setSender.call(sender),
    onSuccess: (kept) => {
      queries.setQueryData(templatesApi.getSender.queryKey(), kept);
      void queries.invalidateQueries({ queryKey: templatesApi.preview.key() });
      setSender(kept);
      toastSuccess({ message: "Sender saved" });
    },
    onError: (error) => toastError(error, "The sender couldn’t be saved. Try again."),
  });
  const isSame = sender.name === saved.name && sender.postal_address === saved.postal_address;
  return (
    <Stack align="flex-start">
      <TextInput
        w="100%"
        label="Name"
        value={sender.name}
        maxLength={120}
        onChange={({ currentTarget }) => setSender({ ...sender, name: currentTarget.value })}
      />
      <Textarea
        w="100%"
        label="Postal address"
        autosize
        minRows={2}
        maxLength={500}
        value={sender.postal_address}
        onChange={({ currentTarget }) => setSender({ ...sender, postal_address: currentTarget.value })}
      />
      {!isSame && (
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Save sender
        </Button>
      )}
    </Stack>
  );
}
