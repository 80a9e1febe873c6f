import { Button, FileButton, Group, Input, Stack, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { GALLERY_PICTURES_MAX } from "#src/features/pages/links/blocks-contract.ts";
import { LibraryButton } from "#src/features/pages/media/ui/shared/PictureChoice.tsx";
import { PictureDrop } from "#src/features/pages/media/ui/shared/PictureDrop.tsx";
import { UploadOutcome } from "#src/features/pages/media/ui/shared/UploadOutcome.tsx";
import { PICTURE_FILES, usePictureUpload } from "#src/features/pages/media/ui/shared/use-picture-upload.ts";
import classes from "./Blocks.module.css";
import type { BlockFieldProps } from "./block-form.ts";

export function GalleryFields({ form }: BlockFieldProps) {
  const { pictures } = form.getValues().content;
  const upload = usePictureUpload({
    purpose: "picture",
    onUploaded: (url, alt) => form.insertListItem("content.pictures", { url, alt }),
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
          <PictureDrop onFile={upload.take}>
            <FileButton accept={PICTURE_FILES} onChange={upload.take}>
              {(props) => (
                <Button
                  {...props}
                  variant="light"
                  loading={upload.isUploading}
                  leftSection={<IconPlus size={18} />}
                >
                  Add a picture
                </Button>
              )}
            </FileButton>
            <LibraryButton upload={upload} />
          </PictureDrop>
        )}
        <UploadOutcome failure={upload.failure} notice={upload.notice} />
      </Stack>
    </Input.Wrapper>
  );
}
