import "#src/kit/deferred.css";
import { Button, FileButton, Group, Modal, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconCamera, IconPhoto, IconUpload } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LibraryPicture } from "#src/features/pages/media/library-contract.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { SearchField } from "#src/kit/SearchField.tsx";
import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import { mediaApi } from "../media-api.ts";
import { PictureDrop } from "../PictureDrop.tsx";
import { PICTURE_FILES, type PictureUpload } from "../use-picture-upload.ts";
import { PictureDetails } from "./PictureDetails.tsx";
import classes from "./PictureLibrary.module.css";
import { nameOf } from "./picture-words.ts";

interface PictureLibraryProps {
  opened: boolean;
  onClose: () => void;
  upload: PictureUpload;
}

/** The account's pictures, to choose one, or to see where each is used. */
export function PictureLibrary({ opened, onClose, upload }: PictureLibraryProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Your pictures" size="xl">
      <Library upload={upload} onClose={onClose} />
    </Modal>
  );
}

function Library({ upload, onClose }: Omit<PictureLibraryProps, "opened">) {
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState<LibraryPicture>();
  const [last, setLast] = useState<string>();
  const list = useInfiniteQuery(
    mediaApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, ...(words && { search: words }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
    }),
  );
  const take = (file: File | null | undefined) => {
    if (!file) return;
    upload.take(file);
    onClose();
  };
  usePaste(take);
  if (chosen)
    return (
      <PictureDetails
        picture={chosen}
        onUse={() => {
          upload.choose(chosen.id);
          onClose();
        }}
        onBack={() => {
          setLast(chosen.id);
          setChosen(undefined);
        }}
      />
    );
  const pictures = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Stack>
      <Sources take={take} isSelfie={upload.purpose === "avatar"} />
      {(words !== "" || pictures.length > 0) && (
        <SearchField
          label="Search pictures"
          placeholder="Name or description"
          words={words}
          onSearch={setWords}
        />
      )}
      {!list.data && <QueryState query={list} failure="Your pictures couldn’t be loaded." height={240} />}
      {list.data && pictures.length === 0 && <Nothing isSearch={words !== ""} />}
      <ul className={classes.grid}>
        {pictures.map((picture) => (
          <li key={picture.id}>
            <button
              type="button"
              className={`plain-button mantine-focus-auto ${classes.tile}`}
              title={nameOf(picture)}
              ref={picture.id === last ? focusOnce : undefined}
              onClick={() => setChosen(picture)}
            >
              <img src={picture.url} alt={nameOf(picture)} loading="lazy" decoding="async" />
            </button>
          </li>
        ))}
      </ul>
      <ShowMoreButton list={list} />
    </Stack>
  );
}

/** Whoever comes back from a picture is where they were. The ref stays the same, so it's called once. */
const focusOnce = (tile: HTMLButtonElement | null) => tile?.focus();

/** Pictures are pasted anywhere in the dialog, except into fields. */
function usePaste(take: (file: File) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      if (!file) return;
      event.preventDefault();
      take(file);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  });
}

const TOUCH = "(pointer:coarse)";

interface SourcesProps {
  take: (file: File | null | undefined) => void;
  isSelfie: boolean;
}

function Sources({ take, isSelfie }: SourcesProps) {
  const hasCamera = useMediaQuery(TOUCH, false, { getInitialValueInEffect: false });
  return (
    <PictureDrop onFile={take}>
      <Group gap="xs">
        <FileButton accept={PICTURE_FILES} onChange={take}>
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={18} />}>
              Upload
            </Button>
          )}
        </FileButton>
        {hasCamera && (
          <FileButton accept="image/jpeg" capture={isSelfie ? "user" : "environment"} onChange={take}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconCamera size={18} />}>
                Take a picture
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        Or drop or paste one here.
      </Text>
    </PictureDrop>
  );
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  return isSearch ? (
    <EmptyPanel
      icon={<IconPhoto size={28} />}
      title="No picture found"
      description="Search for a part of its file’s name, or of its description."
    />
  ) : (
    <EmptyPanel
      icon={<IconPhoto size={28} />}
      title="No pictures yet"
      description="Everything you upload is kept here, to use it again."
    />
  );
}
