import { Alert } from "@mantine/core";
import type { Restoration } from "#src/features/pages/page-versions/contract.ts";
import classes from "./Problems.module.css";

interface ProblemsProps {
  problems: Restoration["problems"];
  title: string;
}

/** What couldn't be done, and why. */
export function Problems({ problems, title }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Alert color="brass" variant="light" role="alert" title={title}>
      <ul className={classes.problems}>
        {problems.map(({ what, why }) => (
          <li key={`${what} ${why}`}>
            <b>{what}</b>: {why}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
