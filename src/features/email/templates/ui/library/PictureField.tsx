import { Button, FileButton, Group, Image, Stack, TextInput } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { MEDIA_ERRORS, PICTURE_BYTES_MAX } from "#src/features/pages/media/contract.ts";
import { UploadOutcome } from "#src/features/pages/media/ui/shared/UploadOutcome.tsx";
import { PICTURE_FILES } from "#src/features/pages/media/ui/shared/use-picture-upload.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { templatesApi } from "../template-queries.ts";

interface PictureFieldProps {
  picture: string;
  alt: string;
  onPicture: (url: string) => void;
  onAlt: (alt: string) => void;
}

/** A picture of an e-mail, uploaded as soon as it's picked, and its alternative text. */
export function PictureField({ picture, alt, onPicture, onAlt }: PictureFieldProps) {
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > PICTURE_BYTES_MAX) throw new Error(MEDIA_ERRORS.PICTURE_TOO_LARGE.message);
      return templatesApi.uploadPicture.call({ file });
    },
    onSuccess: ({ url }) => onPicture(url),
  });
  return (
    <Stack gap="xs">
      <Group gap="sm">
        {picture !== "" && <Image src={picture} alt="" w={72} h={56} fit="cover" radius="sm" />}
        <FileButton accept={PICTURE_FILES} onChange={(file) => file && upload.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="light"
              loading={upload.isPending}
              leftSection={<IconUpload size={18} />}
            >
              {picture === "" ? "Choose picture" : "Change picture"}
            </Button>
          )}
        </FileButton>
        {picture !== "" && (
          <Button variant="subtle" color="gray" onClick={() => onPicture("")}>
            Remove
          </Button>
        )}
      </Group>
      <UploadOutcome
        failure={upload.isError ? errorMessage(upload.error, upload.error.message) : undefined}
        notice={upload.data?.notice}
      />
      <TextInput
        label="Description"
        description="Many inboxes show it until people load pictures."
        maxLength={1000}
        value={alt}
        onChange={({ currentTarget }) => onAlt(currentTarget.value)}
      />
    </Stack>
  );
}
