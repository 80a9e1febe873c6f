import { Button, Group, Modal, Radio, Skeleton, Stack, Text } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#src/kit/api-error.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { autofocusFirstControl } from "#src/kit/form/autofocus.ts";
import { toastUndo } from "#src/kit/toasts.tsx";
import type { Contact } from "../../contract.ts";
import { MERGE_UNDO_DAYS, type Merge } from "../../merge/merge-contract.ts";
import { contactsApi } from "../contact-queries.ts";
import { StatusBadge } from "../list/contact-columns.tsx";
import { contactName } from "../shared/contact-labels.ts";
import { mergeApi, useUndoMerge } from "./merge-queries.ts";
import { type Difference, useDifferences } from "./use-differences.ts";

interface MergeDialogProps {
  pair: readonly [string, string];
  onClose: () => void;
  onMerged: () => void;
}

/** Previews the merge of two leads, field by field, and merges them. */
export function MergeDialog({ pair, onClose, onMerged }: MergeDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Merge two leads" size="lg" closeOnClickOutside={false}>
      <Content pair={pair} onClose={onClose} onMerged={onMerged} />
    </Modal>
  );
}

function Content({ pair, onClose, onMerged }: MergeDialogProps) {
  const queries = useQueryClient();
  const [isSwapped, setSwapped] = useState(false);
  const [take, setTake] = useState<readonly string[]>([]);
  const [keep_id, gone_id] = isSwapped ? [pair[1], pair[0]] : pair;
  const input = { keep_id, gone_id, take: [...take] };
  const seen = useQuery({
    // Separate from the contacts' queries, because a merged one can't be refetched.
    queryKey: ["merge", input],
    queryFn: () => mergeApi.merge.call({ ...input, dry_run: true }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const split = useUndoMerge();
  const send = useMutation({
    mutationFn: () => mergeApi.merge.call(input),
    onSuccess: async ({ contact, gone }) => {
      onMerged();
      toastUndo(`${contactName(gone)} is part of ${contactName(contact)} now`, () => void split(gone.id));
      await queries.invalidateQueries({ queryKey: contactsApi.key() });
    },
  });
  if (seen.error)
    return (
      <ErrorPanel
        error={seen.error}
        fallback="These leads didn’t load."
        onRetry={() => void seen.refetch()}
      />
    );
  if (!seen.data) return <Skeleton h={240} radius="lg" />;
  const both = [seen.data.keep, seen.data.gone].sort((a) => (a.id === pair[0] ? -1 : 1));
  return (
    <Stack ref={autofocusFirstControl}>
      <Radio.Group
        label="E-mail address to keep"
        description="Links in e-mail to the other address go on working."
        value={keep_id}
        onChange={(id) => {
          setSwapped(id === pair[1]);
          setTake([]);
        }}
      >
        <Stack gap="xs" mt="xs">
          {both.map((one) => (
            <Radio key={one.id} value={one.id} label={<Address contact={one} />} />
          ))}
        </Stack>
      </Radio.Group>
      <Fields merge={seen.data} take={take} onTake={setTake} />
      <Outcome merge={seen.data} />
      <FormFailure
        message={send.error ? errorMessage(send.error, "They weren’t merged. Try again.") : undefined}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={send.isPending}
          disabled={seen.isPlaceholderData}
          onClick={() => {
            if (!send.isPending) send.mutate();
          }}
        >
          Merge
        </Button>
      </Group>
    </Stack>
  );
}

function Address({ contact }: { contact: Contact }) {
  return (
    <Group gap="xs" style={{ overflowWrap: "anywhere" }}>
      {contact.email}
      <StatusBadge status={contact.status} />
    </Group>
  );
}

interface FieldsProps {
  merge: Merge;
  take: readonly string[];
  onTake: (take: readonly string[]) => void;
}

/** The fields that both of them have, to choose from, and those that only one has. */
function Fields({ merge, take, onTake }: FieldsProps) {
  const differences = useDifferences(merge);
  const choose = (key: string, isTheirs: boolean) =>
    onTake(isTheirs ? [...take, key] : take.filter((one) => one !== key));
  return differences.map((one) =>
    one.gone === undefined ? (
      <Text key={one.key} size="sm" style={{ overflowWrap: "anywhere" }}>
        {one.label}: {one.keep}
      </Text>
    ) : (
      <Choice key={one.key} one={one} isTheirs={take.includes(one.key)} onChoose={choose} />
    ),
  );
}

interface ChoiceProps {
  one: Difference;
  isTheirs: boolean;
  onChoose: (key: string, isTheirs: boolean) => void;
}

function Choice({ one: { key, label, keep, gone }, isTheirs, onChoose }: ChoiceProps) {
  return (
    <Radio.Group
      label={label}
      value={isTheirs ? "gone" : "keep"}
      onChange={(value) => onChoose(key, value === "gone")}
    >
      <Group gap="md" mt={4} style={{ overflowWrap: "anywhere" }}>
        <Radio value="keep" label={keep} />
        <Radio value="gone" label={gone} />
      </Group>
    </Radio.Group>
  );
}

function Outcome({ merge: { contact, keep } }: { merge: Merge }) {
  return (
    <Stack gap={4}>
      {contact.tags.length > 0 && <Text size="sm">Tags: {contact.tags.join(", ")}</Text>}
      {contact.status !== keep.status && (
        <Group gap="xs">
          <Text size="sm">The stricter choice about e-mail wins:</Text>
          <StatusBadge status={contact.status} />
        </Group>
      )}
      <Text size="sm" c="dimmed">
        Both histories become one, with sign-ups, e-mails, notes, and tasks. You can undo this for{" "}
        {MERGE_UNDO_DAYS} days.
      </Text>
    </Stack>
  );
}
