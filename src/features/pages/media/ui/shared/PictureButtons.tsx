import { Button, FileButton, Group } from "@mantine/core";
import { IconTrash, IconUpload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { PICTURE_FILES } from "./use-picture-upload.ts";

interface PictureButtonsProps {
  hasPicture: boolean;
  isUploading: boolean;
  onFile: (file: File | null) => void;
  onRemove: () => void;
  /** More that can be done, between the two. */
  children?: ReactNode;
}

export function PictureButtons({ hasPicture, isUploading, onFile, onRemove, children }: PictureButtonsProps) {
  return (
    <Group gap="xs">
      <FileButton accept={PICTURE_FILES} onChange={onFile}>
        {(props) => (
          <Button {...props} variant="light" loading={isUploading} leftSection={<IconUpload size={18} />}>
            {hasPicture ? "Change picture" : "Choose picture"}
          </Button>
        )}
      </FileButton>
      {children}
      {hasPicture && (
        <Button variant="subtle" color="gray" leftSection={<IconTrash size={18} />} onClick={onRemove}>
          Remove
        </Button>
      )}
    </Group>
  );
}
