import type { ReactNode } from "react";
import classes from "./NamedItem.module.css";

interface NamedProps {
  face: ReactNode;
  name: string;
  detail: string;
}

/** A face with a name and a second line, each truncated if there's no room. */
export function NamedItem({ face, name, detail }: NamedProps) {
  return (
    <span className={classes.named}>
      {face}
      <span className={classes.words}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.detail}>{detail}</span>
      </span>
    </span>
  );
}
