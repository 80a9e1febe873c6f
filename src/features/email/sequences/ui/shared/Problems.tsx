import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import type { Problem } from "#src/features/email/sequences/definition-contract.ts";
import classes from "./Card.module.css";

/** What's wrong with a part, right where it is. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems}>
      {problems.map(({ severity, message }) => (
        <li key={message} data-stop={severity === "stop" || undefined}>
          {severity === "stop" ? <IconCircleX size={16} /> : <IconAlertTriangle size={16} />}
          <Text component="span" size="sm">
            {message}
          </Text>
        </li>
      ))}
    </ul>
  );
}
