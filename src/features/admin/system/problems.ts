/* What on the System screen needs someone, with what to do. */
import type { SystemOverview } from "./contract.ts";
import { DUE_SECONDS_MAX, isDoorShut, type Problem } from "./rules.ts";

interface Seen extends Omit<SystemOverview, "is_well" | "problems"> {
  version: string;
}

export function problemsOf(seen: Seen): Problem[] {
  return [
    ...checkProblems(seen),
    ...nodeProblems(seen),
    ...jobProblems(seen),
    ...backupProblems(seen),
    ...doorProblems(seen),
  ];
}

/** Without a button, unless one is added. */
const problem = (said: string, advice: string): Problem => ({ said, advice, action: null, target: "" });

function checkProblems({ checks }: Seen): Problem[] {
  return checks
    .filter(({ verdict }) => verdict === "wrong")
    .map(({ name, said, advice }) => ({
      ...problem(said, advice),
      action: name === "backup" ? "back_up" : null,
    }));
}

function nodeProblems({ nodes, version }: Seen): Problem[] {
  const there = nodes.filter(({ state }) => state !== "silent");
  const problems = nodes.flatMap(({ name, state }) => {
    if (state === "silent")
      return problem(
        `The node ${name} has stopped saying that it’s there.`,
        "If you didn’t stop it, look at its log and start it again.",
      );
    return state === "busy"
      ? problem(
          `The node ${name} answers late, or is short of memory.`,
          "If it stays like that, give it more of both, or start another node.",
        )
      : [];
  });
  if (there.length > 0 && !there.some(({ roles }) => roles.includes("worker")))
    problems.push(problem("No node runs background jobs.", "Start one with the role “worker”."));
  if (there.some((node) => node.version !== version))
    problems.push(
      problem("The nodes run different versions of Fanfare.", "Finish the upgrade on the others soon."),
    );
  return problems;
}

function jobProblems({ queues, failed_jobs, schedules }: Seen): Problem[] {
  const problems = queues
    .filter(({ due_seconds }) => due_seconds !== null && due_seconds > DUE_SECONDS_MAX)
    .map(({ name, due_seconds }) =>
      problem(
        `Jobs in the queue “${name}” have been waiting for ${Math.round((due_seconds ?? 0) / 60)} minutes.`,
        "Look at what runs in it, or start another node with the role “worker”.",
      ),
    );
  if (failed_jobs > 0)
    problems.push({
      ...problem(`${failed_jobs} jobs failed for good.`, "Look at why below, fix that, and try them again."),
      action: "retry_failed",
    });
  const failed = schedules.filter(({ last_state }) => last_state === "failed");
  return [
    ...problems,
    ...failed.map(
      ({ name }): Problem => ({
        ...problem(`The recurring job “${name}” failed the last time.`, "Run it again, and look at the log."),
        action: "run_job",
        target: name,
      }),
    ),
  ];
}

function backupProblems({ backups: { items } }: Seen): Problem[] {
  const [last] = items;
  const problems: Problem[] = [];
  if (last?.state === "failed")
    problems.push({ ...problem("The last backup failed.", last.reason), action: "back_up" });
  if (items.some(({ lost_pictures, state }) => state === "done" && lost_pictures > 0))
    problems.push(
      problem(
        "Some pictures aren’t in S3 anymore, and in no new backup.",
        "Restore the bucket, if you have a copy of it.",
      ),
    );
  return problems;
}

const DOOR_PROBLEMS: Readonly<Record<SystemOverview["doors"][number]["name"], string>> = {
  smtp: "The mail server couldn’t be used the last time.",
  dns: "No name server answered the last time.",
  s3: "S3 couldn’t be used the last time.",
  stripe: "Stripe couldn’t be reached the last time.",
  google: "Google couldn’t be reached the last time.",
};

function doorProblems({ doors }: Seen): Problem[] {
  return doors
    .filter((door) => door.is_used && isDoorShut(door))
    .map(({ name, failure }) =>
      problem(DOOR_PROBLEMS[name], failure === "" ? "Look at the log." : `It was: ${failure}`),
    );
}
