import { Group, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { MarkKind } from "#src/features/insights/reports/notes/note-rules.ts";
import type { Mark } from "#src/features/insights/reports/notes/notes-contract.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { notesApi } from "./report-client.ts";

interface MarkItemProps {
  mark: Mark;
  /** Its number on the chart. */
  number: number | undefined;
  tz: string;
  mayDelete: boolean;
}

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone: "UTC" });

/** One thing that happened, with its day or time. Notes can be deleted. */
export function MarkItem({ mark, number, tz, mayDelete }: MarkItemProps) {
  const queries = useQueryClient();
  const remove = useMutation(
    notesApi.delete.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: notesApi.marks.key() }),
      onError: (error) => toastError(error, "The note wasn’t deleted. Try again."),
    }),
  );
  const { id, text } = mark;
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="start">
      {number !== undefined && (
        <Text size="sm" c="dimmed" w={28} ta="end" style={{ flex: "none" }}>
          {number}
        </Text>
      )}
      <Text size="sm" style={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
        <Text span c="dimmed" inherit>
          {momentOf(mark, tz)}
        </Text>{" "}
        {mark.kind === "note" ? <bdi>{text}</bdi> : wordsOf(mark)}
        {mark.kind === "note" && mark.is_everywhere && (
          <Text span c="dimmed" inherit>
            {" "}
            (all pages)
          </Text>
        )}
      </Text>
      {id !== null && mayDelete && (
        <IconButton
          aria-label={`Delete the note “${text}”`}
          isBusy={remove.isPending}
          onClick={() => remove.mutate({ id })}
        >
          <IconTrash size={16} />
        </IconButton>
      )}
    </Group>
  );
}

function momentOf({ day, at }: Mark, timeZone: string): string {
  if (at === null) return DAY.format(new Date(`${day}T00:00Z`));
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    new Date(at),
  );
}

const WORDS: Readonly<Record<Exclude<MarkKind, "note">, (count: number) => string>> = {
  page_on: () => "Page turned on",
  page_off: () => "Page turned off",
  links_added: (count) => `Added ${plural(count, "link")}`,
  links_changed: (count) => `Links changed ${plural(count, "time")}`,
  links_shown_or_hidden: (count) => `Links shown or hidden ${plural(count, "time")}`,
  links_deleted: (count) => `Deleted ${plural(count, "link")}`,
  look_changed: () => "Look changed",
  campaign_sent: (count) => (count === 1 ? "Campaign sent" : `Sent ${plural(count, "campaign")}`),
};

const wordsOf = ({ kind, count }: Mark) => (kind === "note" ? "" : WORDS[kind](count));
