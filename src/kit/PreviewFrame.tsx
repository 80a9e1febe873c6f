import { Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import classes from "./PreviewFrame.module.css";

/** Must match the styles. Narrower screens load and show the preview only on request (`PreviewButton`). */
const PREVIEW_BESIDE = "(min-width: 64em)";

const PHONE = <Skeleton height="min(620px, calc(100dvh - 10rem))" width={300} radius={44} />;

interface PreviewFrameProps {
  /** Defaults to a phone without a page. */
  preview?: ReactNode;
  children: ReactNode;
}

/** A form or a list next to a preview of the page that it changes. */
export function PreviewFrame({ preview = PHONE, children }: PreviewFrameProps) {
  const isWide = useMediaQuery(PREVIEW_BESIDE, undefined, { getInitialValueInEffect: false });
  return (
    <div className={classes.columns}>
      {children}
      {isWide && <aside className={classes.preview}>{preview}</aside>}
    </div>
  );
}
