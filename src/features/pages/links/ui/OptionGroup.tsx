import { Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import classes from "./LinkOptions.module.css";

interface OptionGroupProps {
  title: string;
  /** What's set in it, for when it's closed. */
  summary: string;
  /** Opens it. */
  hasError: boolean;
  /** Set if its content is only there while it's open. */
  isLate?: boolean;
  children: ReactNode;
}

/** Some of a link's options, collapsed until someone opens them or one has an error. */
export function OptionGroup({ title, summary, hasError, isLate, children }: OptionGroupProps) {
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || hasError;
  const id = useId();
  return (
    <div className={classes.options}>
      <UnstyledButton
        className={classes.head}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isShown)}
      >
        <Text component="span" fw={600} className={classes.name}>
          {title}
        </Text>
        <Text component="span" size="sm" c="dimmed" className={classes.summary}>
          {isShown ? "" : summary}
        </Text>
        <IconChevronDown size={20} className={classes.arrow} data-open={isShown || undefined} />
      </UnstyledButton>
      <div hidden={!isShown} id={id} className={classes.body}>
        {(isShown || !isLate) && children}
      </div>
    </div>
  );
}
