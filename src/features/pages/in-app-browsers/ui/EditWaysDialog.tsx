import { Button, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import type { ExitMethod } from "../rules.ts";
import { WayFields } from "./WayFields.tsx";
import { type EditedRow, scopeOf, waysOutApi } from "./ways-out-client.ts";

interface EditWaysDialogProps {
  opened: boolean;
  onClose: () => void;
  edited: EditedRow | undefined;
}

/** Chooses the ways out for a row, or goes back to what was there before anybody chose. */
export function EditWaysDialog({ opened, onClose, edited }: EditWaysDialogProps) {
  const title = edited ? `${edited.row.label}, ${scopeOf(edited.row)}` : "";
  return (
    <FormDialog opened={opened} onClose={onClose} title={title}>
      {edited && <EditForm onClose={onClose} edited={edited} />}
    </FormDialog>
  );
}

function EditForm({ onClose, edited: { row, ways: first } }: { onClose: () => void; edited: EditedRow }) {
  const { app, os, from_version, is_changed } = row;
  const queries = useQueryClient();
  const [ways, setWays] = useState([...first]);
  const send = useMutation({
    mutationFn: (chosen: ExitMethod[] | null) =>
      waysOutApi.update.call({ app, os, from_version, ways: chosen, seen: row.ways }),
    onSuccess: () => {
      onClose();
      toastSuccess({ message: "Saved. Visitors see it within two seconds." });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: waysOutApi.key() }),
  });
  const form = { ...send, mutate: () => send.mutate(ways) };
  const isStale = apiErrorOf(send.error)?.code === "WAYS_CHANGED_MEANWHILE";
  return (
    <DialogForm
      entity={formOf(form, "That couldn’t be saved. Try again.")}
      action="Save"
      onClose={onClose}
      help={
        isStale && (
          <Button variant="default" onClick={onClose}>
            Show what’s there now
          </Button>
        )
      }
    >
      <WayFields app={app} os={os} ways={ways} onChange={setWays} />
      {is_changed && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            px={6}
            disabled={send.isPending}
            onClick={() => send.mutate(null)}
          >
            {from_version === "" ? "Use the default" : "Remove this version"}
          </Button>
        </Group>
      )}
    </DialogForm>
  );
}
