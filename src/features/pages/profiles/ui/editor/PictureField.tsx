import { Input, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { PictureChoice } from "#src/features/pages/media/ui/shared/PictureChoice.tsx";
import { PictureDrop } from "#src/features/pages/media/ui/shared/PictureDrop.tsx";
import { usePictureUpload } from "#src/features/pages/media/ui/shared/use-picture-upload.ts";
import type { ThemeSettings } from "#src/features/pages/profiles/rules.ts";
import { ProfileAvatar } from "../shared/ProfileAvatar.tsx";

interface PictureFieldProps {
  /** For the initials that replace a missing picture. */
  name: string;
  theme: ThemeSettings;
  url: string;
  error?: ReactNode;
  onChange: (url: string) => void;
}

/** The profile's picture: uploaded as soon as it's picked or dropped, and stored when the form is saved. */
export function PictureField({ name, theme, url, error, onChange }: PictureFieldProps) {
  const upload = usePictureUpload({
    purpose: "avatar",
    onUploaded: onChange,
  });
  const face = { name, display_name: null, profile_picture_url: url || null, theme_settings: theme };
  return (
    <Input.Wrapper label="Picture" labelElement="div" size="md" error={error}>
      <PictureDrop onFile={upload.take}>
        <ProfileAvatar profile={face} size={84} />
        <Stack gap={6} flex="1 1 12rem">
          <PictureChoice upload={upload} url={url} onRemove={() => onChange("")} />
          <Text size="sm" c="dimmed">
            Or drop one here. JPEG, PNG, WebP, GIF, or AVIF, up to 25 MB.
          </Text>
        </Stack>
      </PictureDrop>
    </Input.Wrapper>
  );
}
