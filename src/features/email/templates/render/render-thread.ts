/* The thread that renders large e-mails. `render.ts` starts it. */
import { serveTasks } from "#src/platform/thread.ts";
import { ContentError } from "../merge-tags/merge-tags.ts";
import type { Finding } from "../rules.ts";
import { renderTasks } from "./render-tasks.ts";

/** An author's error counts as a result, too. */
export type Answer<T> = { made: T } | { finding: Finding };

type Tasks = typeof renderTasks;
export type ThreadTasks = {
  [Task in keyof Tasks]: (...given: Parameters<Tasks[Task]>) => Answer<ReturnType<Tasks[Task]>>;
};

serveTasks(
  Object.fromEntries(
    Object.entries(renderTasks).map(([name, task]) => [
      name,
      (...given: never[]) => {
        try {
          return { made: (task as (...given: never[]) => unknown)(...given) };
        } catch (error) {
          if (error instanceof ContentError) return { finding: error.finding };
          throw error;
        }
      },
    ]),
  ),
);
