import "#src/kit/deferred.css";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconMovie, IconTrash } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { LibraryPicture } from "#src/features/pages/media/library-contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { sizeOf, wordsOf } from "../library/picture-words.ts";
import { mediaApi } from "../media-api.ts";
import classes from "./videos.module.css";

interface VideoLibraryProps {
  opened: boolean;
  onClose: () => void;
  onChoose: (url: string) => void;
}

/** The account's videos, to choose one, or to see where each is used. */
export function VideoLibrary({ opened, onClose, onChoose }: VideoLibraryProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Your videos" size="lg">
      <Library
        onChoose={(url) => {
          onChoose(url);
          onClose();
        }}
      />
    </Modal>
  );
}

function Library({ onChoose }: Pick<VideoLibraryProps, "onChoose">) {
  const list = useInfiniteQuery(
    mediaApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, kind: "video" as const }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
    }),
  );
  if (!list.data) return <QueryState query={list} failure="Your videos couldn’t be loaded." height={240} />;
  const videos = list.data.pages.flatMap((page) => page.items);
  if (videos.length === 0)
    return (
      <EmptyPanel
        icon={<IconMovie size={28} />}
        title="No videos yet"
        description="Every video you upload is kept here, to use it again."
      />
    );
  return (
    <Stack>
      <ul className={classes.list}>
        {videos.map((video) => (
          <li key={video.id}>
            <Entry video={video} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <ShowMoreButton list={list} />
    </Stack>
  );
}

interface EntryProps extends Pick<VideoLibraryProps, "onChoose"> {
  video: LibraryPicture;
}

function Entry({ video, onChoose }: EntryProps) {
  const { url, name, width, height, bytes, created_at, uses, use_count } = video;
  const title = name || "Video without a name";
  return (
    <Group align="flex-start" wrap="nowrap" gap="md">
      <video
        className={classes.thumbnail}
        src={url}
        muted
        playsInline
        controls
        controlsList="nodownload"
        disablePictureInPicture
        preload="metadata"
        aria-label={title}
      />
      <Stack gap={6} flex={1} miw={0} align="flex-start">
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {[`${width} × ${height}`, sizeOf(bytes), formatDateTime(created_at)].join(" · ")}
        </Text>
        <Text size="sm">{uses[0] ? wordsOf(uses[0]) : "It’s used nowhere."}</Text>
        {use_count > 1 && (
          <Text size="sm" c="dimmed">
            And in {plural(use_count - 1, "more place")}.
          </Text>
        )}
        <Group gap="xs">
          <Button onClick={() => onChoose(url)}>Use this video</Button>
          {uses.length === 0 && <DeleteButton video={video} />}
        </Group>
      </Stack>
    </Group>
  );
}

function DeleteButton({ video: { id } }: { video: LibraryPicture }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => mediaApi.remove.call({ id }),
    onSuccess: () => toastSuccess({ message: "Video deleted" }),
    onError: (error) => toastError(error, "The video couldn’t be deleted. Try again."),
    onSettled: () => queries.invalidateQueries({ queryKey: mediaApi.list.key() }),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: "Delete this video?",
      message: "It’s used nowhere. There’s no way to get it back.",
      confirm: "Delete video",
      danger: true,
    });
    if (isSure) remove.mutate();
  };
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={18} />}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      Delete video
    </Button>
  );
}
