/* The thread that parses pages. `threaded-parser.ts` starts it. */
import { serveTasks } from "#src/platform/thread.ts";
import { parseDetails, parseFile, parsePage } from "./parsers/parsers.ts";

export const parserTasks = { parsePage, parseFile, parseDetails };

serveTasks(parserTasks);
