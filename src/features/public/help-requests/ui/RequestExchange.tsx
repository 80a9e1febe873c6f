import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { HelpRequestDetail } from "#src/features/public/help-requests/contract.ts";
import { MESSAGE_CHARS_MAX } from "#src/features/public/help-requests/rules.ts";
import { leftPlaceholder } from "#src/features/public/moderation/templates/template-rules.ts";
import { InsertTemplate, withTemplate } from "#src/features/public/moderation/ui/shared/InsertTemplate.tsx";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { GrowingTextarea } from "#src/kit/form/GrowingTextarea.tsx";
import { newId } from "#src/kit/new-id.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { requestsApi, useRequestsRefresh } from "./request-queries.ts";
import { Written } from "./Written.tsx";

/** What both sides wrote, and the next answer. */
export function RequestExchange({ item }: { item: HelpRequestDetail }) {
  const { data: me } = useQuery(meQuery());
  const { messages, email, assignee } = item;
  const isOthers = assignee !== null && assignee.id !== me?.id;
  return (
    <Card title="Exchange">
      <Stack component="ol" p={0} m={0} style={{ listStyle: "none" }}>
        {messages.map(({ id, is_answer, author, text, created_at, has_failed }) => (
          <li key={id}>
            <Written
              who={is_answer ? author?.name || "Somebody who has left" : email}
              at={created_at}
              text={text}
              isOurs={is_answer}
            />
            {has_failed && (
              <Text size="sm" c="red" ps="sm">
                The e-mail with this answer didn’t get through.
              </Text>
            )}
          </li>
        ))}
      </Stack>
      {me && !isOthers && <AnswerForm item={item} />}
    </Card>
  );
}

function AnswerForm({ item }: { item: HelpRequestDetail }) {
  const { email, account } = item;
  const { text, setText, closes, setCloses, problem, form } = useAnswer(item);
  const { data } = useQuery(requestsApi.listTemplates.queryOptions({ input: { id: item.id } }));
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <InsertTemplate
          filled={data}
          onInsert={(added) => setText((written) => withTemplate(written, added))}
        />
        <GrowingTextarea
          label="Your answer"
          description={`We’ll e-mail it to ${account?.email ?? email}, with a link to write again.`}
          minRows={4}
          maxRows={16}
          maxLength={MESSAGE_CHARS_MAX}
          error={problem}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <FormFailure message={form.failure} />
        <Group gap="md">
          <Button type="submit" loading={form.isSending}>
            Send answer
          </Button>
          <Checkbox
            label="And close the request"
            checked={closes}
            onChange={({ currentTarget }) => setCloses(currentTarget.checked)}
          />
        </Group>
      </Stack>
    </form>
  );
}

function useAnswer({ id, messages }: HelpRequestDetail) {
  const [text, setText] = useState("");
  const [closes, setCloses] = useState(false);
  const [problem, setProblem] = useState<string>();
  // One id until it's sent, so that a second click, or another try after a failure, doesn't send it twice.
  const [messageId, setMessageId] = useState(newId);
  const refresh = useRequestsRefresh();
  const last = messages.findLast(({ is_answer }) => !is_answer)?.id;
  const sending = useMutation({
    mutationFn: () =>
      requestsApi.answer.call({
        id,
        text,
        message_id: messageId,
        closes,
        ...(last && { last_message_id: last }),
      }),
    onSuccess: async () => {
      setText("");
      setCloses(false);
      setMessageId(newId());
      await refresh();
      toastSuccess({ message: "Answer on its way" });
    },
    // What they wrote meanwhile, or who took it, shows.
    onError: refresh,
  });
  const form = formOf(sending, "That couldn’t be sent. Try again.", () => {
    const found = problemWith(text);
    setProblem(found);
    return found === undefined;
  });
  return { text, setText, closes, setCloses, problem, form };
}

function problemWith(text: string): string | undefined {
  if (text.trim() === "") return "Write something first.";
  if (text.length > MESSAGE_CHARS_MAX) return `Shorten it to ${MESSAGE_CHARS_MAX} characters.`;
  const left = leftPlaceholder("help", text);
  return left === undefined ? undefined : `Write something in place of ${left}.`;
}
