import { Button, FileButton, Group, Input, Stack, Text } from "@mantine/core";
import { IconTrash, IconUpload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type DragEvent, useState } from "react";
import { MEDIA_ERRORS, mediaContract, PICTURE_BYTES_MAX } from "#src/features/media/contract.ts";
import type { ThemeSettings } from "#src/features/profiles/rules.ts";
import { clientFor } from "#src/kit/api.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import classes from "./ProfileEditor.module.css";
import { ProfileAvatar } from "./shared/ProfileAvatar.tsx";

const mediaApi = clientFor("media", mediaContract);
const ACCEPTED = "image/jpeg,image/png,image/webp,image/gif,image/avif";

interface PictureFieldProps {
  /** Its initials stand where there is no picture. */
  name: string;
  theme: ThemeSettings;
  url: string;
  onChange: (url: string) => void;
}

/** The profile's picture: dropped or picked, uploaded at once, and kept with the form. */
export function PictureField({ name, theme, url, onChange }: PictureFieldProps) {
  const [isOver, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);
  const upload = useMutation(
    mediaApi.upload.mutationOptions({ onSuccess: (picture) => onChange(picture.url) }),
  );
  const take = (file: File | null | undefined) => {
    if (!file || upload.isPending) return;
    upload.reset();
    setTooLarge(file.size > PICTURE_BYTES_MAX);
    if (file.size <= PICTURE_BYTES_MAX) upload.mutate({ file, purpose: "avatar" });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const failure = upload.isError ? sentenceOf(upload.error, "The picture could not be uploaded.") : undefined;
  const face = { name, display_name: null, profile_picture_url: url || null, theme_settings: theme };

  return (
    <Input.Wrapper label="Picture" labelElement="div" size="md">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut, the button does the same */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <ProfileAvatar profile={face} size={84} />
        <Stack gap={6} flex="1 1 12rem">
          <Group gap="xs">
            <FileButton accept={ACCEPTED} onChange={take}>
              {(props) => (
                <Button
                  {...props}
                  variant="light"
                  loading={upload.isPending}
                  leftSection={<IconUpload size={18} />}
                >
                  {url ? "Another picture" : "Choose a picture"}
                </Button>
              )}
            </FileButton>
            {url && (
              <Button
                variant="subtle"
                color="gray"
                leftSection={<IconTrash size={18} />}
                onClick={() => onChange("")}
              >
                Remove
              </Button>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            Or drop it here. JPEG, PNG, WebP, GIF or AVIF, up to 10 MB.
          </Text>
          <FormFailure message={tooLarge ? MEDIA_ERRORS.PICTURE_TOO_LARGE.message : failure} />
        </Stack>
      </div>
    </Input.Wrapper>
  );
}
