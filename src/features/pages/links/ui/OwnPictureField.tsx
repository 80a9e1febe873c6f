import { Input, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { PictureChoice } from "#src/features/pages/media/ui/shared/PictureChoice.tsx";
import { PictureDrop } from "#src/features/pages/media/ui/shared/PictureDrop.tsx";
import { usePictureUpload } from "#src/features/pages/media/ui/shared/use-picture-upload.ts";
import classes from "./Blocks.module.css";

interface OwnPictureFieldProps {
  label: string;
  /** Empty without one. */
  value: string;
  error?: ReactNode;
  /** `alt_text` is empty unless the account has described the picture before. */
  onChange: (url: string, alt_text: string) => void;
}

/** A picture that's uploaded as soon as it's picked, and stored when the form is saved. */
export function OwnPictureField({ label, value, error, onChange }: OwnPictureFieldProps) {
  const upload = usePictureUpload({ purpose: "picture", onUploaded: onChange });
  return (
    <Input.Wrapper size="md" label={label} labelElement="div" error={error}>
      <PictureDrop onFile={upload.take}>
        {value !== "" && <img className={classes.thumb} src={value} alt="" />}
        <Stack gap={6} flex="1 1 12rem">
          <PictureChoice upload={upload} url={value} onRemove={() => onChange("", "")} />
        </Stack>
      </PictureDrop>
    </Input.Wrapper>
  );
}
