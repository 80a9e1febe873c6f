import { Textarea, type TextareaProps } from "@mantine/core";
import classes from "./GrowingTextarea.module.css";

/** Measuring a text again with every letter lays out the whole screen, the page in the preview included. */
const GROWS_BY_ITSELF = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content");

interface GrowingTextareaProps extends TextareaProps {
  minRows: number;
  maxRows: number;
}

/** A text field that's as high as what's typed, within limits. Older browsers measure it by script. */
export function GrowingTextarea({ minRows, maxRows, ...props }: GrowingTextareaProps) {
  if (!GROWS_BY_ITSELF) return <Textarea autosize minRows={minRows} maxRows={maxRows} {...props} />;
  return (
    <Textarea
      rows={minRows}
      className={classes.field}
      style={{ "--rows-min": minRows, "--rows-max": maxRows }}
      {...props}
    />
  );
}
