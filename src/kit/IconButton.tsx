import type { ComponentProps } from "react";
import classes from "./IconButton.module.css";

interface IconButtonProps extends ComponentProps<"button"> {
  /** Sized for thumbs. */
  large?: boolean;
  round?: boolean;
  isBusy?: boolean;
}

/** A button for the dashboard's first screens. Like `Toggle`, it costs a fraction of Mantine's. */
export function IconButton({ large, round, isBusy, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`mantine-focus-auto mantine-active ${classes.button}`}
      data-large={large || undefined}
      data-round={round || undefined}
      data-busy={isBusy || undefined}
      disabled={isBusy}
      {...props}
    />
  );
}

export function IconButtonLink(props: ComponentProps<"a">) {
  return <a className={`mantine-focus-auto mantine-active ${classes.button}`} {...props} />;
}
