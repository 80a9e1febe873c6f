import { Button, FileButton, Group } from "@mantine/core";
import { IconMovie, IconTrash, IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { UploadOutcome } from "../UploadOutcome.tsx";
import { VIDEO_FILES, type VideoUpload } from "./use-video-upload.ts";

const VideoLibrary = lazyDialog(async () => (await import("./VideoLibrary.tsx")).VideoLibrary);

interface VideoChoiceProps {
  upload: VideoUpload;
  /** Empty without one. */
  url: string;
  onRemove: () => void;
}

/** The ways to choose a video: a file, or one of the account's. */
export function VideoChoice({ upload, url, onRemove }: VideoChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const canSeeLibrary = useHasPermission("links.edit");
  return (
    <>
      <Group gap="xs">
        <FileButton accept={VIDEO_FILES} onChange={upload.take}>
          {(props) => (
            <Button
              {...props}
              variant="light"
              loading={upload.isUploading}
              leftSection={<IconUpload size={18} />}
            >
              {url === "" ? "Choose video" : "Change video"}
            </Button>
          )}
        </FileButton>
        {canSeeLibrary && (
          <Button variant="default" leftSection={<IconMovie size={18} />} onClick={() => setOpen(true)}>
            Your videos
          </Button>
        )}
        {url !== "" && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={18} />}
            // What's being chosen would come back.
            disabled={upload.isUploading}
            onClick={onRemove}
          >
            Remove video
          </Button>
        )}
      </Group>
      <UploadOutcome failure={upload.failure} notice={upload.notice} />
      {canSeeLibrary && (
        <VideoLibrary opened={isOpen} onClose={() => setOpen(false)} onChoose={upload.choose} />
      )}
    </>
  );
}
