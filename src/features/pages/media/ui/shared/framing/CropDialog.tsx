import "react-image-crop/dist/ReactCrop.css";
import { Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import ReactCrop, { type PercentCrop } from "react-image-crop";
import type { FramingInput } from "#src/features/pages/media/framing-rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import classes from "./Framing.module.css";
import { type FramingProps, useFramingSource } from "./framing-source.ts";

interface CropDialogProps extends FramingProps {
  isSquare: boolean;
}

/** Asks which part of a picture is kept. */
export function CropDialog({ opened, ...form }: CropDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Crop picture" size="lg">
      <CropForm {...form} />
    </FormDialog>
  );
}

const LABELS = {
  cropArea: "The part that’s kept. Arrow keys move it.",
  nwDragHandle: "Top left corner. Arrow keys move it.",
  nDragHandle: "Top edge. Arrow keys move it.",
  neDragHandle: "Top right corner. Arrow keys move it.",
  eDragHandle: "Right edge. Arrow keys move it.",
  seDragHandle: "Bottom right corner. Arrow keys move it.",
  sDragHandle: "Bottom edge. Arrow keys move it.",
  swDragHandle: "Bottom left corner. Arrow keys move it.",
  wDragHandle: "Left edge. Arrow keys move it.",
};

function CropForm({ isSquare, onClose, onFrame, ...of }: Omit<CropDialogProps, "opened">) {
  const source = useFramingSource(of);
  const [crop, setCrop] = useState<PercentCrop>();
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (crop) onFrame(inShares(crop));
    onClose();
  };
  return (
    <DialogForm
      entity={{
        submit,
        failure: undefined,
        isSending: false,
      }}
      action="Keep this part"
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        Drag the frame or its corners, or move them with the arrow keys.
      </Text>
      <div className={classes.stage}>
        {source && (
          <ReactCrop
            crop={crop}
            aspect={isSquare ? 1 : undefined}
            circularCrop={isSquare}
            minWidth={24}
            minHeight={24}
            keepSelection
            ruleOfThirds
            ariaLabels={LABELS}
            onChange={(_, shares) => setCrop(shares)}
          >
            <img
              className={classes.whole}
              src={source}
              alt="All of it"
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setCrop(
                  startOf({
                    framing: of.made?.framing,
                    ratio: naturalWidth / naturalHeight,
                    isSquare,
                  }),
                )
              }
            />
          </ReactCrop>
        )}
      </div>
    </DialogForm>
  );
}

interface Start {
  framing: FramingInput | undefined;
  ratio: number;
  isSquare: boolean;
}

/** What was kept before, or else as much of the picture's middle as fits. */
function startOf({ framing, ratio, isSquare }: Start): PercentCrop {
  const { crop_x, crop_y, crop_width, crop_height } = framing ?? {};
  if (crop_width !== undefined && crop_height !== undefined)
    return inPercent({ x: crop_x ?? 0, y: crop_y ?? 0, width: crop_width, height: crop_height });
  if (!isSquare) return inPercent({ x: 0, y: 0, width: 1, height: 1 });
  const [width, height] = ratio > 1 ? [1 / ratio, 1] : [1, ratio];
  return inPercent({ x: (1 - width) / 2, y: (1 - height) / 2, width, height });
}

function inPercent({ x, y, width, height }: Omit<PercentCrop, "unit">): PercentCrop {
  return { unit: "%", x: x * 100, y: y * 100, width: width * 100, height: height * 100 };
}

function inShares({ x, y, width, height }: PercentCrop): FramingInput {
  const share = (percent: number, least = 0) => Math.min(1, Math.max(least, percent / 100));
  return {
    crop_x: share(x),
    crop_y: share(y),
    crop_width: share(width, 0.01),
    crop_height: share(height, 0.01),
  };
}
