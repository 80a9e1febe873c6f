import { useEffect, useState } from "react";
import type { FramingInput } from "#src/features/pages/media/framing-rules.ts";

export interface FramingProps {
  opened: boolean;
  onClose: () => void;
  url: string;
  /** The whole file that the picture was made of, while it's at hand. */
  made: { file: File; framing: FramingInput } | undefined;
  onFrame: (framing: FramingInput) => void;
}

/** Returns a URL to show a file, or the stored picture if the file is gone. Empty at first. */
export function useFramingSource({ url, made }: Pick<FramingProps, "url" | "made">): string {
  const [source, setSource] = useState("");
  const file = made?.file;
  useEffect(() => {
    if (!file) {
      setSource(url);
      return;
    }
    const local = URL.createObjectURL(file);
    setSource(local);
    return () => URL.revokeObjectURL(local);
  }, [file, url]);
  return source;
}
