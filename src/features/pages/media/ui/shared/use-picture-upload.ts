import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MEDIA_ERRORS, PICTURE_BYTES_MAX, type PURPOSES } from "#src/features/pages/media/contract.ts";
import type { FramingInput } from "#src/features/pages/media/framing-rules.ts";
import { mediaIdOf } from "#src/features/pages/media/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { mediaApi } from "./media-api.ts";

/** Safari converts HEIC pictures to JPEG if JPEG comes first and HEIC isn't listed. */
export const PICTURE_FILES = "image/jpeg,image/png,image/webp,image/gif,image/avif";

interface PictureUploadOptions {
  purpose: Exclude<(typeof PURPOSES)[number], "icon">;
  /** `alt_text` is empty unless the account has described the picture before. */
  onUploaded: (url: string, alt_text: string) => void;
}

/** A picture as it was made: of a whole file, which can be cut again. */
interface Made {
  url: string;
  file: File;
  framing: FramingInput;
}

export type PictureUpload = ReturnType<typeof usePictureUpload>;

/** Uploads a picture as soon as it's picked or dropped. The form stores its URL. */
export function usePictureUpload({ purpose, onUploaded }: PictureUploadOptions) {
  const queries = useQueryClient();
  const [tooLarge, setTooLarge] = useState(false);
  const [made, setMade] = useState<Made>();
  const onSuccess = ({ url, alt_text }: { url: string; alt_text: string }) => {
    onUploaded(url, alt_text);
    void queries.invalidateQueries({ queryKey: mediaApi.list.key() });
  };
  const upload = useMutation({
    mutationFn: ({ file, framing }: Omit<Made, "url">) => mediaApi.upload.call({ file, purpose, ...framing }),
    onSuccess: (picture, sent) => {
      setMade({ ...sent, url: picture.url });
      onSuccess(picture);
    },
  });
  const fit = useMutation({
    mutationFn: (input: FramingInput & { id: string }) => mediaApi.fit.call({ ...input, purpose }),
    onSuccess,
  });
  const failed = upload.error ?? fit.error;
  const isUploading = upload.isPending || fit.isPending;
  const start = () => {
    upload.reset();
    fit.reset();
    setTooLarge(false);
  };
  return {
    purpose,
    isUploading,
    failure: tooLarge
      ? MEDIA_ERRORS.PICTURE_TOO_LARGE.message
      : failed
        ? errorMessage(failed, "The picture couldn’t be uploaded.")
        : undefined,
    notice: upload.data?.notice,
    /** The file that a picture is made of, while it's at hand. */
    fileOf: (url: string) => (made?.url === url ? made : undefined),
    take(file: File | null | undefined) {
      if (!file || isUploading) return;
      start();
      setTooLarge(file.size > PICTURE_BYTES_MAX);
      if (file.size <= PICTURE_BYTES_MAX) upload.mutate({ file, framing: {} });
    },
    /** Takes one of the account's pictures. */
    choose(id: string) {
      start();
      fit.mutate({ id });
    },
    /** Makes the picture anew, of a part of it. */
    frame(url: string, framing: FramingInput) {
      start();
      if (made?.url === url) upload.mutate({ file: made.file, framing });
      else fit.mutate({ id: mediaIdOf(url) ?? "", ...framing });
    },
  };
}
