import { Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { QUESTION_CHARS_MAX } from "#src/features/public/moderation/cases/case-rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { moderationApi, useCasesRefresh } from "./case-queries.ts";

interface QuestionDialogProps {
  opened: boolean;
  onClose: () => void;
  id: string;
}

export function QuestionDialog({ opened, ...form }: QuestionDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Ask the owner">
      <QuestionForm {...form} />
    </FormDialog>
  );
}

function QuestionForm({ onClose, id }: Omit<QuestionDialogProps, "opened">) {
  const [question, setQuestion] = useState("");
  const [isMissing, setMissing] = useState(false);
  const refresh = useCasesRefresh();
  const sending = useMutation({
    mutationFn: () => moderationApi.askOwner.call({ id, question }),
    onSuccess: async () => {
      await refresh();
      onClose();
      toastSuccess({ message: "Question on its way" });
    },
  });
  const form = formOf(sending, "That couldn’t be sent. Try again.", () => {
    setMissing(question.trim() === "");
    return question.trim() !== "";
  });
  return (
    <DialogForm entity={form} action="Ask" onClose={onClose}>
      <Textarea
        size="md"
        label="Question"
        description="We’ll e-mail it to them. They answer by a link, and don’t learn who reported the page."
        autosize
        minRows={3}
        maxRows={8}
        maxLength={QUESTION_CHARS_MAX}
        data-autofocus
        error={isMissing && "Write what you want to know."}
        value={question}
        onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
      />
    </DialogForm>
  );
}
