import { type DragEvent, type ReactNode, useState } from "react";
import classes from "./ProfileEditor.module.css";

interface PictureDropProps {
  onFile: (file: File | undefined) => void;
  children: ReactNode;
}

export function PictureDrop({ onFile, children }: PictureDropProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut, the button inside does the same
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
