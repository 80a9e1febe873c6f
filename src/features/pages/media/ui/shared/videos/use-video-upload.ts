import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { VIDEO_BYTES_MAX } from "#src/features/pages/media/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { mediaApi } from "../media-api.ts";
import { takePoster } from "./video-poster.ts";

export const VIDEO_FILES = "video/mp4,video/webm";

interface VideoUploadOptions {
  /** `picture` is a frame of the video; undefined if none could be taken. */
  onChosen: (video: string, picture: string | undefined) => void;
}

export type VideoUpload = ReturnType<typeof useVideoUpload>;

/** A frame as a background picture. That there's none is no reason to do without the video. */
async function uploadPoster(url: string): Promise<string | undefined> {
  const file = await takePoster(url);
  const picture =
    file && (await mediaApi.upload.call({ file, purpose: "background" }).catch(() => undefined));
  return picture?.url;
}

/** Uploads a video as soon as it's picked or dropped, and a picture of it. The form stores their URLs. */
export function useVideoUpload({ onChosen }: VideoUploadOptions) {
  const queries = useQueryClient();
  const [tooLarge, setTooLarge] = useState(false);
  const upload = useMutation({
    mutationFn: async (source: File | string) => {
      const video =
        typeof source === "string" ? source : (await mediaApi.uploadVideo.call({ file: source })).url;
      return { video, picture: await uploadPoster(video) };
    },
    onSuccess: ({ video, picture }) => {
      onChosen(video, picture);
      void queries.invalidateQueries({ queryKey: mediaApi.list.key() });
    },
  });
  const hasNoPicture = upload.data && !upload.data.picture;
  return {
    isUploading: upload.isPending,
    failure: tooLarge
      ? "This video is larger than 2 MB. Cut it shorter, or export it smaller."
      : upload.error
        ? errorMessage(upload.error, "The video couldn’t be uploaded.")
        : undefined,
    notice: hasNoPicture
      ? "This browser couldn’t take a picture of the video. Choose a background picture that stands in for it."
      : undefined,
    take(file: File | null | undefined) {
      if (!file || upload.isPending) return;
      upload.reset();
      setTooLarge(file.size > VIDEO_BYTES_MAX);
      if (file.size <= VIDEO_BYTES_MAX) upload.mutate(file);
    },
    /** Takes one of the account's videos. */
    choose(url: string) {
      setTooLarge(false);
      upload.mutate(url);
    },
  };
}
