import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconArrowLeft, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { LibraryPicture } from "#src/features/pages/media/library-contract.ts";
import { ALT_CHARS_MAX } from "#src/features/pages/media/rules.ts";
import { confirm } from "#src/kit/confirm.ts";
import { autofocusFirstControl } from "#src/kit/form/autofocus.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { mediaApi } from "../media-api.ts";
import classes from "./PictureLibrary.module.css";
import { nameOf, sizeOf, wordsOf } from "./picture-words.ts";

interface PictureDetailsProps {
  picture: LibraryPicture;
  onUse: () => void;
  onBack: () => void;
}

/** One of the account's pictures: what's in it, and where it's used. */
export function PictureDetails({ picture, onUse, onBack }: PictureDetailsProps) {
  const { width, height, bytes, created_at, url } = picture;
  return (
    <Stack ref={autofocusFirstControl}>
      <Group justify="space-between" gap="xs">
        <Button variant="subtle" color="gray" leftSection={<IconArrowLeft size={18} />} onClick={onBack}>
          All pictures
        </Button>
        <Button onClick={onUse}>Use this picture</Button>
      </Group>
      <img className={classes.whole} src={url} alt={nameOf(picture)} width={width} height={height} />
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {[picture.name, `${width} × ${height}`, sizeOf(bytes), formatDateTime(created_at)]
          .filter((part) => part !== "")
          .join(" · ")}
      </Text>
      <Description picture={picture} />
      <Uses picture={picture} onDeleted={onBack} />
    </Stack>
  );
}

function Description({ picture: { id, alt_text: first } }: { picture: LibraryPicture }) {
  const queries = useQueryClient();
  const [saved, setSaved] = useState(first);
  const [words, setWords] = useState(first);
  const save = useMutation({
    mutationFn: () => mediaApi.change.call({ id, alt_text: words }),
    onSuccess: ({ alt_text }) => {
      setSaved(alt_text);
      setWords(alt_text);
      void queries.invalidateQueries({ queryKey: mediaApi.list.key() });
      toastSuccess({ message: "Description saved" });
    },
    onError: (error) => toastError(error, "The description couldn’t be saved. Try again."),
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Textarea
        w="100%"
        label="Description"
        description="What’s in the picture, for people who can’t see it. Places you use it from now on start with it."
        autosize
        minRows={1}
        maxRows={4}
        maxLength={ALT_CHARS_MAX}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {words !== saved && (
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Save description
        </Button>
      )}
    </Stack>
  );
}

interface UsesProps {
  picture: LibraryPicture;
  onDeleted: () => void;
}

function Uses({ picture, onDeleted }: UsesProps) {
  const queries = useQueryClient();
  const { id, uses, use_count } = picture;
  const remove = useMutation({
    mutationFn: () => mediaApi.remove.call({ id }),
    onSuccess: () => {
      toastSuccess({ message: "Picture deleted" });
      onDeleted();
    },
    onError: (error) => toastError(error, "The picture couldn’t be deleted. Try again."),
    onSettled: () => queries.invalidateQueries({ queryKey: mediaApi.list.key() }),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: "Delete this picture?",
      message: "It’s used nowhere. There’s no way to get it back.",
      confirm: "Delete picture",
      danger: true,
    });
    if (isSure) remove.mutate();
  };
  if (uses.length === 0)
    return (
      <Group justify="space-between" gap="xs">
        <Text size="sm">It’s used nowhere.</Text>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={18} />}
          loading={remove.isPending}
          onClick={() => void ask()}
        >
          Delete picture
        </Button>
      </Group>
    );
  return (
    <div>
      <Text size="sm" fw={600}>
        Where it’s used
      </Text>
      <ul className={classes.uses}>
        {/* A page and its draft have the same name. */}
        {[...new Set(uses.map(wordsOf))].map((words) => (
          <li key={words}>
            <Text size="sm">{words}</Text>
          </li>
        ))}
      </ul>
      {use_count > uses.length && (
        <Text size="sm" c="dimmed">
          And in {plural(use_count - uses.length, "more place")}.
        </Text>
      )}
    </div>
  );
}
