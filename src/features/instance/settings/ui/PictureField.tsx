import { Group, Image, Input, Stack, Text } from "@mantine/core";
import { PictureButtons } from "#src/features/pages/media/ui/shared/PictureButtons.tsx";
import { UploadOutcome } from "#src/features/pages/media/ui/shared/UploadOutcome.tsx";
import { usePictureUpload } from "#src/features/pages/media/ui/shared/use-picture-upload.ts";
import type { SettingFieldProps } from "./field-props.ts";

/** Uploaded as soon as it's picked, and stored when the form is saved. */
export function PictureField({ setting, field }: SettingFieldProps) {
  const { take, isUploading, failure, notice } = usePictureUpload({
    purpose: "avatar",
    onUploaded: field.onChange,
  });
  return (
    <Input.Wrapper
      label={setting.label}
      labelElement="div"
      size="md"
      description={setting.hint}
      error={field.error}
    >
      <Stack gap={6} mt="xs">
        <Group gap="md">
          {field.value ? (
            <Image src={field.value} w={56} h={56} radius="md" alt="Your logo" />
          ) : (
            <Text size="sm" c="dimmed">
              None yet
            </Text>
          )}
          <PictureButtons
            hasPicture={field.value !== ""}
            isUploading={isUploading}
            onFile={take}
            onRemove={() => field.onChange("")}
          />
        </Group>
        <UploadOutcome failure={failure} notice={notice} />
      </Stack>
    </Input.Wrapper>
  );
}
