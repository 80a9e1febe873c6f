import { Group, Input, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { PictureButtons } from "#src/features/pages/media/ui/shared/PictureButtons.tsx";
import { UploadOutcome } from "#src/features/pages/media/ui/shared/UploadOutcome.tsx";
import { usePictureUpload } from "#src/features/pages/media/ui/shared/use-picture-upload.ts";
import classes from "./Blocks.module.css";

interface OwnPictureFieldProps {
  label: string;
  /** Empty without one. */
  value: string;
  error?: ReactNode;
  onChange: (url: string) => void;
}

/** A picture that's uploaded as soon as it's picked, and stored when the form is saved. */
export function OwnPictureField({ label, value, error, onChange }: OwnPictureFieldProps) {
  const { take, isUploading, failure, notice } = usePictureUpload({
    purpose: "picture",
    onUploaded: onChange,
  });
  return (
    <Input.Wrapper size="md" label={label} labelElement="div" error={error}>
      <Stack gap={6}>
        <Group gap="sm">
          {value !== "" && <img className={classes.thumb} src={value} alt="" />}
          <PictureButtons
            hasPicture={value !== ""}
            isUploading={isUploading}
            onFile={take}
            onRemove={() => onChange("")}
          />
        </Group>
        <UploadOutcome failure={failure} notice={notice} />
      </Stack>
    </Input.Wrapper>
  );
}
