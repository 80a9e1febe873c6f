import { Checkbox, Group, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import { dateIn } from "#src/features/insights/analytics/ui/shared/period.ts";
import { NOTE_CHARS_MAX } from "#src/features/insights/reports/notes/note-rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { momentIn } from "#src/lib/time-zones.ts";
import { notesApi } from "./report-client.ts";

interface NoteDialogProps {
  profileId: string;
  opened: boolean;
  onClose: () => void;
}

export function NoteDialog({ opened, ...form }: NoteDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Add a note">
      <NoteForm {...form} />
    </FormDialog>
  );
}

function NoteForm({ profileId, onClose }: Omit<NoteDialogProps, "opened">) {
  const queries = useQueryClient();
  const zone = useTimeZone();
  const mayBeEverywhere = useMe()?.account.profile_ids === null;
  const [text, setText] = useState("");
  const [day, setDay] = useState(() => dateIn(zone, new Date()));
  const [time, setTime] = useState("");
  const [isEverywhere, setEverywhere] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const send = useMutation({
    mutationFn: () => {
      const when = time === "" ? { day } : { at: momentIn(zone, `${day}T${time}`).toISOString() };
      return notesApi.create.call({ profile_id: isEverywhere ? null : profileId, text, ...when });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: notesApi.marks.key() });
      onClose();
    },
  });
  const isComplete = text.trim() !== "" && day !== "";
  const entity = formOf(send, "The note couldn’t be saved. Try again.", () => {
    setChecked(true);
    return isComplete;
  });
  return (
    <DialogForm entity={entity} action="Add note" onClose={onClose}>
      <Textarea
        label="What happened"
        placeholder="Posted the new video"
        autosize
        minRows={2}
        maxLength={NOTE_CHARS_MAX}
        value={text}
        error={isChecked && text.trim() === "" ? "Write what happened." : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group grow align="flex-start">
        <TextInput
          type="date"
          label="Day"
          value={day}
          error={isChecked && day === "" ? "Choose a day." : undefined}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <TextInput
          type="time"
          label="Time (optional)"
          value={time}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
      </Group>
      {mayBeEverywhere && (
        <Checkbox
          label="Show it on all pages"
          checked={isEverywhere}
          onChange={({ currentTarget }) => setEverywhere(currentTarget.checked)}
        />
      )}
    </DialogForm>
  );
}
