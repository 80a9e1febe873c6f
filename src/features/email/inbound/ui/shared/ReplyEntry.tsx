import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ReplyProps } from "#src/features/audience/contacts/ui/shared/contact.slots.ts";
import { ANSWER_CHARS_MAX } from "#src/features/email/inbound/rules.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { newId } from "#src/kit/new-id.ts";
import { inboundApi } from "../inbound-queries.ts";
import classes from "./ReplyEntry.module.css";

/** A lead's reply, with the quoted part collapsed, and a field for an answer. */
export function ReplyEntry({ contactId, entry: { id, data } }: ReplyProps) {
  const [isAnswering, answering] = useDisclosure(false);
  const mayAnswer = useHasPermission("mail.send");
  const text = typeof data.text === "string" ? data.text : "";
  const quoted = typeof data.quoted === "string" ? data.quoted : "";
  // People who see leads masked don't see their replies.
  if (data.text === undefined) return null;
  return (
    <Stack gap="xs" align="start">
      <Text size="sm" className={classes.text} dir="auto" c={text === "" ? "dimmed" : undefined}>
        {text || "It has no text. Look at it in your inbox."}
      </Text>
      {text !== "" && data.files !== undefined && (
        <Text size="sm" c="dimmed">
          What’s attached is in your inbox.
        </Text>
      )}
      {quoted !== "" && (
        <details className={classes.quoted}>
          <summary>Quoted text</summary>
          <Text size="sm" className={classes.text} dir="auto">
            {quoted}
          </Text>
        </details>
      )}
      {mayAnswer && !isAnswering && (
        <Button size="xs" variant="default" onClick={answering.open}>
          Answer
        </Button>
      )}
      {isAnswering && <AnswerForm contactId={contactId} replyId={id} onClose={answering.close} />}
    </Stack>
  );
}

interface AnswerFormProps {
  contactId: string;
  replyId: string;
  onClose: () => void;
}

function AnswerForm({ contactId, replyId, onClose }: AnswerFormProps) {
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  // Makes a form that's sent twice answer once.
  const [answer_id] = useState(newId);
  const send = useMutation({
    mutationFn: () => inboundApi.answer.call({ id: contactId, reply_id: replyId, text, answer_id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [["contacts", "timeline"]] });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = text.trim() === "";
    setMissing(isEmpty);
    if (!isEmpty && !send.isPending) send.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <Stack gap="xs">
        <Textarea
          label="Your answer"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={ANSWER_CHARS_MAX}
          data-autofocus
          autoFocus
          value={text}
          error={
            isMissing
              ? "Write your answer."
              : send.error && errorMessage(send.error, "The answer wasn’t sent. Try again.")
          }
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={send.isPending}>
            Send answer
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
