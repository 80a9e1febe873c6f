import { Button } from "@mantine/core";
import { IconCrop, IconFocus2, IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { isOwnPicture } from "#src/features/pages/media/rules.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PictureButtons } from "./PictureButtons.tsx";
import { UploadOutcome } from "./UploadOutcome.tsx";
import type { PictureUpload } from "./use-picture-upload.ts";

const PictureLibrary = lazyDialog(async () => (await import("./library/PictureLibrary.tsx")).PictureLibrary);
const CropDialog = lazyDialog(async () => (await import("./framing/CropDialog.tsx")).CropDialog);
const FocusDialog = lazyDialog(async () => (await import("./framing/FocusDialog.tsx")).FocusDialog);

/** People who are limited to some profiles don't see the account's pictures. */
export function useCanSeeLibrary(): boolean {
  const isLimited = useMe()?.account.profile_ids !== null;
  return useHasPermission("links.edit") && !isLimited;
}

interface PictureChoiceProps {
  upload: PictureUpload;
  /** Empty without one. */
  url: string;
  onRemove: () => void;
}

/** The ways to choose a picture: a file, or one of the account's; and which part of it is kept. */
export function PictureChoice({ upload, url, onRemove }: PictureChoiceProps) {
  return (
    <>
      <PictureButtons
        hasPicture={url !== ""}
        isUploading={upload.isUploading}
        onFile={upload.take}
        onRemove={onRemove}
      >
        <LibraryButton upload={upload} />
        <FramingButton upload={upload} url={url} />
      </PictureButtons>
      <UploadOutcome failure={upload.failure} notice={upload.notice} />
    </>
  );
}

/** Opens the account's pictures. */
export function LibraryButton({ upload }: Pick<PictureChoiceProps, "upload">) {
  const [isOpen, setOpen] = useState(false);
  if (!useCanSeeLibrary()) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" leftSection={<IconPhoto size={18} />} onClick={() => setOpen(true)}>
        Your pictures
      </Button>
      <PictureLibrary opened={isOpen} onClose={close} upload={upload} />
    </>
  );
}

function FramingButton({ upload, url }: Omit<PictureChoiceProps, "onRemove">) {
  const [isOpen, setOpen] = useState(false);
  const isWhole = useCanSeeLibrary();
  const made = upload.fileOf(url);
  if (!isOwnPicture(url) || !(made || isWhole)) return null;
  const isFocus = upload.purpose === "background";
  const props = {
    opened: isOpen,
    onClose: () => setOpen(false),
    url,
    made,
    onFrame: (framing: Parameters<PictureUpload["frame"]>[1]) => upload.frame(url, framing),
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={isFocus ? <IconFocus2 size={18} /> : <IconCrop size={18} />}
        disabled={upload.isUploading}
        onClick={() => setOpen(true)}
      >
        {isFocus ? "Focus" : "Crop"}
      </Button>
      {isFocus ? (
        <FocusDialog {...props} />
      ) : (
        <CropDialog {...props} isSquare={upload.purpose === "avatar"} />
      )}
    </>
  );
}
