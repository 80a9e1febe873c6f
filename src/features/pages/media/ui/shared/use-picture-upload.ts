import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { MEDIA_ERRORS, mediaContract, PICTURE_BYTES_MAX } from "#src/features/pages/media/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { errorMessage } from "#src/kit/api-error.ts";

const mediaApi = clientFor("media", mediaContract);

/** Safari converts HEIC pictures to JPEG if JPEG comes first and HEIC isn't listed. */
export const PICTURE_FILES = "image/jpeg,image/png,image/webp,image/gif,image/avif";

interface PictureUpload {
  purpose: "avatar" | "background" | "picture";
  onUploaded: (url: string) => void;
}

/** Uploads a picture as soon as it's picked or dropped. The form stores its URL. */
export function usePictureUpload({ purpose, onUploaded }: PictureUpload) {
  const [tooLarge, setTooLarge] = useState(false);
  const upload = useMutation(
    mediaApi.upload.mutationOptions({ onSuccess: (picture) => onUploaded(picture.url) }),
  );
  const refused = upload.isError
    ? errorMessage(upload.error, "The picture couldn’t be uploaded.")
    : undefined;
  return {
    isUploading: upload.isPending,
    failure: tooLarge ? MEDIA_ERRORS.PICTURE_TOO_LARGE.message : refused,
    notice: upload.data?.notice,
    take(file: File | null | undefined) {
      if (!file || upload.isPending) return;
      upload.reset();
      setTooLarge(file.size > PICTURE_BYTES_MAX);
      if (file.size <= PICTURE_BYTES_MAX) upload.mutate({ file, purpose });
    },
  };
}
