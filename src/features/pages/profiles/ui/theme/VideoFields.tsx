import { Alert, Stack, Text } from "@mantine/core";
import { isOwnVideo } from "#src/features/pages/media/rules.ts";
import { PictureDrop } from "#src/features/pages/media/ui/shared/PictureDrop.tsx";
import { useVideoUpload } from "#src/features/pages/media/ui/shared/videos/use-video-upload.ts";
import { VideoChoice } from "#src/features/pages/media/ui/shared/videos/VideoChoice.tsx";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import classes from "../page-settings/settings.module.css";

export function VideoFields({ form }: { form: ProfileForm }) {
  const { background_video_url: url, background_image_url: picture } = form.values;
  const upload = useVideoUpload({
    onChosen: (background_video_url, poster) =>
      form.setValues({
        background_video_url,
        ...(poster !== undefined && { background_image_url: poster }),
      }),
  });
  return (
    <EditorSection
      title="Background video"
      text="Plays over the background picture, again and again and without sound. Visitors can pause it, and whoever prefers less motion or saves data sees the picture."
    >
      <PictureDrop onFile={upload.take}>
        {isOwnVideo(url) && (
          <video
            key={url}
            className={classes.video}
            src={url}
            muted
            loop
            playsInline
            controls
            controlsList="nodownload"
            disablePictureInPicture
            preload="metadata"
            aria-label="Your background video"
          />
        )}
        <Stack gap={6} flex="1 1 12rem">
          <VideoChoice
            upload={upload}
            url={url}
            onRemove={() => form.setFieldValue("background_video_url", "")}
          />
          <Text size="sm" c="dimmed">
            Or drop one here: MP4 or WebM, up to 2 MB and 60 seconds. Its first frame becomes the background
            picture.
          </Text>
        </Stack>
      </PictureDrop>
      {url !== "" && picture === "" && (
        <Alert variant="light" color="yellow">
          Choose a background picture, too. Without one, visitors don’t see the video.
        </Alert>
      )}
    </EditorSection>
  );
}
