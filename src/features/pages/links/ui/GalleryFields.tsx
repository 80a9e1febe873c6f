import { Button, FileButton, Group, Input, Stack, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { GALLERY_PICTURES_MAX } from "#src/features/pages/links/blocks-contract.ts";
import { UploadOutcome } from "#src/features/pages/media/ui/shared/UploadOutcome.tsx";
import { PICTURE_FILES, usePictureUpload } from "#src/features/pages/media/ui/shared/use-picture-upload.ts";
import classes from "./Blocks.module.css";
import type { BlockFieldProps } from "./block-form.ts";

export function GalleryFields({ form }: BlockFieldProps) {
  const { pictures } = form.getValues().content;
  const { take, isUploading, failure, notice } = usePictureUpload({
    purpose: "picture",
    onUploaded: (url) => form.insertListItem("content.pictures", { url, alt: "" }),
  });
  return (
    <Input.Wrapper
      size="md"
      label="Pictures"
      labelElement="div"
      error={form.errors["content.pictures"] ?? form.errors.content}
    >
      <Stack gap="sm">
        {pictures.map(({ url }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one picture may be in it twice
          <div key={index} className={classes.item}>
            <Group gap="sm" wrap="nowrap" align="flex-end">
              <img className={classes.thumb} src={url} alt="" />
              <TextInput
                label="Description"
                flex={1}
                miw={0}
                maxLength={200}
                {...form.getInputProps(`content.pictures.${index}.alt`)}
              />
            </Group>
            <Group justify="flex-end" gap="xs">
              {index > 0 && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="sm"
                  onClick={() => form.reorderListItem("content.pictures", { from: index, to: index - 1 })}
                >
                  Move up
                </Button>
              )}
              <Button
                variant="subtle"
                color="gray"
                size="sm"
                onClick={() => form.removeListItem("content.pictures", index)}
              >
                Remove
              </Button>
            </Group>
          </div>
        ))}
        {pictures.length < GALLERY_PICTURES_MAX && (
          <FileButton accept={PICTURE_FILES} onChange={take}>
            {(props) => (
              <Button {...props} variant="light" loading={isUploading} leftSection={<IconPlus size={18} />}>
                Add a picture
              </Button>
            )}
          </FileButton>
        )}
        <UploadOutcome failure={failure} notice={notice} />
      </Stack>
    </Input.Wrapper>
  );
}
