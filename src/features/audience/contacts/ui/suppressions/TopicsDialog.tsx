import { Button, Group, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { topicsContract } from "#src/features/audience/consent-records/contract.ts";
import {
  TOPIC_NAME_CHARS_MAX,
  TOPICS_MAX,
  type Topic,
} from "#src/features/audience/consent-records/rules.ts";
import { clientFor } from "#src/kit/api.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { newId } from "#src/kit/new-id.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { contactsApi } from "../contact-queries.ts";
import { type ReorderActions, ReorderButtons } from "../ReorderButtons.tsx";

const topicsApi = clientFor("contacts", topicsContract);

export function TopicsDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery(contactsApi.settings.queryOptions({}));
  return (
    <FormDialog title="Topics of your e-mail" opened onClose={onClose}>
      {settings.data && <TopicsForm known={settings.data.topics} onClose={onClose} />}
    </FormDialog>
  );
}

function TopicsForm({ known, onClose }: { known: Topic[]; onClose: () => void }) {
  const queries = useQueryClient();
  const [topics, setTopics] = useState(known);
  const [isUnnamed, setUnnamed] = useState(false);
  const send = useMutation({
    mutationFn: () => topicsApi.saveTopics.call({ topics }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: contactsApi.settings.key() });
      onClose();
      toastSuccess({ message: "Topics saved." });
    },
  });
  const failure = send.error
    ? errorMessage(send.error, "The topics couldn’t be saved. Try again.")
    : undefined;
  const submit = (event?: { preventDefault: () => void }) => {
    event?.preventDefault();
    const isMissing = topics.some(({ name }) => name.trim() === "");
    setUnnamed(isMissing);
    if (!isMissing && !send.isPending) send.mutate();
  };
  const swap = (index: number, by: -1 | 1) => {
    const moved = [...topics];
    moved.splice(index + by, 0, ...moved.splice(index, 1));
    setTopics(moved);
  };
  return (
    <DialogForm
      entity={{ submit, failure, isSending: send.isPending }}
      action="Save topics"
      onClose={onClose}
    >
      <Text size="sm">
        Fans can leave one topic and keep getting the others. Campaigns are about news unless you choose a
        topic.
      </Text>
      {topics.map(({ key, name }, index) => (
        <TopicRow
          key={key}
          name={name}
          error={isUnnamed && name.trim() === "" ? "Name this topic." : undefined}
          onName={(name) => setTopics(topics.map((one) => (one.key === key ? { key, name } : one)))}
          onUp={index > 0 ? () => swap(index, -1) : undefined}
          onDown={index < topics.length - 1 ? () => swap(index, 1) : undefined}
          onRemove={() => setTopics(topics.filter((one) => one.key !== key))}
        />
      ))}
      {topics.length < TOPICS_MAX && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setTopics([...topics, { key: `topic_${newId().slice(-12)}`, name: "" }])}
        >
          Add topic
        </Button>
      )}
    </DialogForm>
  );
}

interface TopicRowProps extends ReorderActions {
  name: string;
  error: string | undefined;
  onName: (name: string) => void;
}

function TopicRow({ name, error, onName, onUp, onDown, onRemove }: TopicRowProps) {
  const of = name || "topic";
  return (
    <Group gap={0} wrap="nowrap" align={error ? "center" : "end"}>
      <TextInput
        flex={1}
        mr="xs"
        label="Name"
        maxLength={TOPIC_NAME_CHARS_MAX}
        error={error}
        value={name}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      <ReorderButtons of={of} onUp={onUp} onDown={onDown} onRemove={onRemove} />
    </Group>
  );
}
