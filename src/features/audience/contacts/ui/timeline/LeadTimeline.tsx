import { Anchor, Button, Group, Stack, Text, Textarea, Title } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { use, useId, useState } from "react";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { NOTE_CHARS_MAX } from "../../rules.ts";
import type { TimelineEntry } from "../../timeline/timeline-contract.ts";
import { contactsApi } from "../contact-queries.ts";
import classes from "../Leads.module.css";
import { ContactSlots } from "../shared/contact.slots.ts";
import { timelineLabel } from "./timeline-labels.ts";

export function LeadTimeline({ id, mayWrite }: { id: string; mayWrite: boolean }) {
  const titleId = useId();
  const list = useInfiniteQuery(
    contactsApi.timeline.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
    }),
  );
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} size="h5" id={titleId} mb="xs">
        Timeline
      </Title>
      {mayWrite && <NoteForm id={id} />}
      {list.error && (
        <ErrorPanel
          error={list.error}
          fallback="The timeline didn’t load."
          onRetry={() => void list.refetch()}
        />
      )}
      <ol className={classes.timeline}>
        {entries.map((entry) => (
          <Entry key={entry.id} contactId={id} entry={entry} mayWrite={mayWrite} />
        ))}
      </ol>
      <ShowMoreButton list={list} size="sm" />
    </section>
  );
}

export function useTimelineRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: contactsApi.timeline.key() });
}

function NoteForm({ id }: { id: string }) {
  const [text, setText] = useState("");
  const refresh = useTimelineRefresh();
  const send = useMutation({
    mutationFn: () => contactsApi.addNote.call({ id, text }),
    onSuccess: () => {
      setText("");
      return refresh();
    },
    onError: (error) => toastError(error, "The note wasn’t saved. Try again."),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "" && !send.isPending) send.mutate();
      }}
    >
      <Stack gap="xs" mb="md">
        <Textarea
          label="Note"
          autosize
          minRows={2}
          maxLength={NOTE_CHARS_MAX}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group>
          <Button type="submit" size="sm" variant="default" loading={send.isPending}>
            Add note
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface EntryProps {
  contactId: string;
  entry: TimelineEntry;
  mayWrite: boolean;
}

function Entry({ contactId, entry, mayWrite }: EntryProps) {
  const refresh = useTimelineRefresh();
  const remove = useMutation({
    mutationFn: () => contactsApi.deleteNote.call({ id: contactId, note_id: entry.id }),
    onSettled: refresh,
    onError: (error) => toastError(error, "The note wasn’t deleted. Try again."),
  });
  const { title, text } = timelineLabel(entry);
  const { Reply } = use(ContactSlots);
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="start">
        <div className={classes.entry}>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          {text && (
            <Text size="sm" className={classes.note} dir="auto">
              {text}
            </Text>
          )}
          {typeof entry.data.rule_id === "string" && (
            <Anchor
              size="sm"
              renderRoot={(props) => <Link {...props} to={PATHS.rule} params={{ id: entry.data.rule_id }} />}
            >
              See the rule
            </Anchor>
          )}
          {entry.kind === "reply" && Reply && <Reply contactId={contactId} entry={entry} />}
          <Text size="xs" c="dimmed" component="time" display="block" dateTime={entry.at}>
            {formatDateTime(entry.at)}
          </Text>
        </div>
        {mayWrite && entry.kind === "note" && (
          <IconButton aria-label="Delete note" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            <IconTrash size={16} />
          </IconButton>
        )}
      </Group>
    </li>
  );
}
