import { Button, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { HelpRequestDetail } from "#src/features/public/help-requests/contract.ts";
import { MESSAGE_CHARS_MAX } from "#src/features/public/help-requests/rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { GrowingTextarea } from "#src/kit/form/GrowingTextarea.tsx";
import { newId } from "#src/kit/new-id.ts";
import { requestsApi, useRequestsRefresh } from "./request-queries.ts";
import { Written } from "./Written.tsx";

/** What staff tell each other. */
export function RequestNotes({ item: { id, notes } }: { item: HelpRequestDetail }) {
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [noteId, setNoteId] = useState(newId);
  const refresh = useRequestsRefresh();
  const saving = useMutation({
    mutationFn: () => requestsApi.note.call({ id, text, message_id: noteId }),
    onSuccess: async () => {
      setText("");
      setNoteId(newId());
      await refresh();
    },
  });
  const form = formOf(saving, "That couldn’t be saved. Try again.", () => {
    setMissing(text.trim() === "");
    return text.trim() !== "";
  });
  return (
    <Card title="Notes" text="Only staff who answer requests see these.">
      {notes.length > 0 && (
        <Stack component="ol" p={0} m={0} style={{ listStyle: "none" }}>
          {notes.map(({ id, author, text, created_at }) => (
            <li key={id}>
              <Written who={author?.name || "Somebody who has left"} at={created_at} text={text} />
            </li>
          ))}
        </Stack>
      )}
      <form onSubmit={form.submit} noValidate>
        <Stack gap="sm">
          <GrowingTextarea
            aria-label="New note"
            placeholder="Something for your colleagues"
            minRows={2}
            maxRows={10}
            maxLength={MESSAGE_CHARS_MAX}
            error={isMissing && "Write something first."}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <FormFailure message={form.failure} />
          <Group>
            <Button type="submit" variant="default" loading={form.isSending}>
              Add note
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
