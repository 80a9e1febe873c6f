import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from "react";
import classes from "./PictureDrop.module.css";

interface PictureDropProps {
  onFile: (file: File | undefined) => void;
  children: ReactNode;
}

/** Takes pictures that are dropped on it, or pasted while the focus is inside. */
export function PictureDrop({ onFile, children }: PictureDropProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  const paste = (event: ClipboardEvent) => {
    const file = event.clipboardData.files[0];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts, the button inside does the same
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      {children}
    </div>
  );
}
